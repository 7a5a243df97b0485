/**
 * Related words: those that people use and those that APIs use for the same thing. A word of a query that no tool has is
 * replaced by the others of its line, at a lower weight. Nothing here is specific to one API.
 */
import { stemOf } from './words.ts';

const LINES = `
folder directory
file document attachment
mail email message
text sms message
chat message conversation
dm message conversation
person user member people contact profile
human user person
colleague coworker teammate user member
customer client contact
employee user member
boss manager
staff user member employee
company organization organisation business tenant
firm company organization
team group
channel room conversation
song track music
record album
singer artist musician band
film movie
show series tv episode
actor cast credits
director crew credits
picture image photo avatar thumbnail
clip video
bin trash deleted
website site domain
page site document
homepage site
remark comment note
reply comment response message
role permission access
right permission access
purchase order buy transaction
bill invoice charge payment
receipt invoice
pay payment charge
price cost rate amount pricing fee
money amount balance payment currency
refund return
discount coupon promotion
subscription plan
ticket issue case
bug issue
job task run
todo task item
errand task
deadline due date
meeting event calendar appointment
appointment event
schedule calendar plan availability
diary calendar
spreadsheet sheet workbook
row record entry
column field
cell range value
secret key token credential
password credential secret
login signin authenticate session auth
logout signout session revoke
signup register create user
account user profile
phone number telephone call
ring call phone
recording call audio
voice call audio
hang call end complete
region country location
place location venue address
town city location
near nearby location
forecast weather
temperature weather
holiday vacation
log audit event history activity
history log activity
changes history diff revision version
version revision release
release deploy version
publish deploy release
rollback restore revert
undo restore revert
backup snapshot export
copy duplicate clone
download export content
upload import file
save store create update
keep save store
alert notification alarm
remind reminder notification
bookmark favorite saved star pin
like favorite reaction star
emoji reaction
popular top trending
best top rated
newest latest recent
similar related recommendation
suggest recommendation
rating review vote
stats statistics metrics usage report analytics
numbers statistics metrics
chart report
usage statistics metrics consumption
status state health
running status health
quota limit usage
label tag category
category genre type tag
kind type category
setting configuration preference option
settings configuration preferences options
config configuration settings
rule policy
hook webhook subscription
app application integration
machine server instance node
container instance
program application
plugin extension integration addon
form submission survey
questionnaire form survey
answer response submission
signature sign agreement
contract agreement
terms agreement legal
book reservation booking
reserve reservation booking
spot reservation slot
queue playlist list
list collection
board project
project workspace
folder project
share collaboration permission access link
guest collaborator external
invite invitation
kick remove ban
ban block remove
mute silence disable
freeze suspend disable lock
turn enable disable set
activate enable
deactivate disable
stop cancel end pause
quit leave
halt stop
resume start continue
begin start create
launch start create
restart reboot
finish complete close
done complete
find search
look search get
hunt search
who user
own owner my
mine owner my
boss supervisor manager
rename update name
change update edit modify
fix update repair
alter update
replace update
swap replace
move transfer
hand transfer assign
give assign grant add
grant assign permission
get list retrieve
fetch get retrieve
see get view list
show get list
erase delete remove
drop delete remove
destroy delete remove
wipe delete clear
scrap delete cancel
rid delete remove
throw delete
take remove get
make create add
build create
set update create
put add update
write create send post
post send create publish
send create message
tell send message
forward send
draft message
news article feed
headline title news
name title
heading title
description summary
info information details
details information
thing item object resource
stuff items files
translation language locale
language locale translation
translate translation
domain dns
certificate ssl tls
https ssl certificate
address location ip
disk volume storage
space storage
box folder container
branch repository
code repository source
pull merge
test check verify validate
confirm verify
proof verify
pin code
birthday birth date
age birth date
old age archived expired
expired expire
time date hours
today date current
opening hours
now current
ahead upcoming next
upcoming future scheduled
soon upcoming
late overdue
everyone all users members
everything all
guess estimate
amount quantity count number
count number total
total count sum
`;

const lines = LINES.trim()
  .split('\n')
  .map((line) => [...new Set(line.split(' ').map(stemOf))]);

const RELATED = new Map<string, string[]>();
for (const line of lines) {
  for (const word of line) {
    const known = RELATED.get(word) ?? [];
    RELATED.set(
      word,
      [...new Set([...known, ...line])].filter((other) => other !== word),
    );
  }
}

/** The related stems of a stem. */
export const relatedTo = (stem: string): readonly string[] => RELATED.get(stem) ?? [];
