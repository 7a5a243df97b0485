/**
 * 1141 names of text fields that descriptions of many vendors have, so that they say something. Made by bench/names/fitWordSets.ts, not
 * to be edited. Pure data.
 */
export const COMMON_FIELD_NAMES = `
abbreviation about acceleratortype access accesskey accesstoken accesstype account accountid accountkey accountname accountnumber accounttype action actionid actionname actionsrequired
actiontype active activity activityid activitytype addedat additionalinfo additionalinformation additionalproperties address addresscity addresscountry addresstype administrativearea
adminpassword adminusername after agent agentid agentversion aggregationtype alerttype algorithm alias alt amount answer apikey apiname apiversion appid application applicationid
applicationname applicationtype appname apptype appversion architecture area areacode arguments arn artifactid artist aspectratio assetid assetname assettype attachmentid attribute
attributename attribution audience authcode authentication authenticationmethod authenticationtype authkey authmethod author authority authorname authtoken authtype availability avatar
avatarurl backgroundcolor backupid bankcode bankname barcode baseurl batchid bic bio birthdate birthday blobduration body branch branchname brand brandname bucket bucketname bundleid
businessname callback callbackurl campaignid caption cardid cardinality cardnumber cardtype carrier carriercode carriername category categoryid categoryname categorytype cause cert
certificate certificateid changetype channel channelid channelname channeltype checksum city class classification classname client clientid clientip clientkey clientname clientrequesttoken
clientsecret clienttoken closeddate cluster clusterid clustername cname code collation collection collectionid color colour column columnname columntype command comment comments commit
commitid commitmessage commonname company companyid companyname completedat component componentid computername condition config configid connectionid connectionname connectionstring
connectiontype connectorid connectorname contact contactemail contactid contactname container containerid containername containertype content contentid contents contenttype contenturl
context continent continuationtoken conversationid cookie copyright correlationid count country countrycode countryname county created createdat createdate createdby createddate
createddatetime createdon createdtime createtime creationdate creationtime creator css culture currency currencycode cursor customer customeremail customerid customername data database
databaseid databasename databasetype dataformat dataset datasetid datasource datastorename datatype date datecompleted datecreated dateformat datefrom dateofbirth datetime dateto day
dayofweek decision default defaultbranch defaultvalue definition deleted deletedat deletetime deliverydate department deploymentid desc description destination destinationname detail details
device deviceid devicemodel devicename devicetype digest dimension dir direction disksizegb disktype display displaydescription displayname displaytext displayvalue district dnsname dob
docid doctype document documentation documentationurl documentid documentname documentnumber documenttype domain domainname downloadurl duedate duration ean earliestrestoredate edition
effect effectivedate email emailaddress emoji employeeid enabled encoding encryptionalgorithm encryptionkey end enddate enddatetime endedat endipaddress endpoint endtime engine entity
entityid entityname entitytype entrypoint environment environmentid error errorcode errordescription errordetails errorid errormessage errortype etag event eventdate eventid eventname
eventsource eventtime eventtype example exception exchange expiration expirationdate expirationtime expires expiresat expiresin expiretime expiry expirydate expirytime explanation expression
extension externalaccountid externalid externalurl extra failurereason family familyname fax faxnumber featurename feedback field fieldid fieldname fields fieldtype file fileextension
fileformat fileid filename filepath filesize filetype fileurl filter fingerprint finished finishedat firmwareversion first firstname flags folder folderid footer format formatted fqdn
framework frequency friendlyname from fromdate fromemail fulldescription fullname fullyqualifieddomainname function functionname gateway gcsuri gender generation genre gid givenname
granttype group groupid groupname grouptype guid hash header headline health healthstate healthstatus height helptext homepage homepageurl homephone host hostid hostname housenumber href
html httpmethod iban icon iconuri iconurl id identifier idtoken image imageid imagename imagetype imageuri imageurl imei in index industry info innererror input instance instanceid
instancename instancetype instructions intent interface internalip internalname interval intvalue invitationid invoicedate invoiceid invoicenumber ip ipaddress isocode issue issuedate issuer
item itemid itemname itemtype job jobid jobname jobtitle jobtype jwksuri key keyid keyname keytype keyvaultid keyvaulturi keyword keywords kid kind kmskey kmskeyid kmskeyname kty label
labelname lang language languagecode large last lastlogin lastmodified lastmodifiedby lastmodifieddate lastmodifieddatetime lastmodifiedtime lastname lastrefreshtime lastupdate lastupdated
lastupdatedtime lastupdatetime latitude launchstage layout legalname length level license licensetype limit line linetype link linkedin linktext linktype linkurl listid locale locality
localizedvalue location locationid locationname locationtype login loglevel logo logourl logtype longdescription longitude mac macaddress machinename machinetype managedby manufacturer
maritalstatus match matchtype max maxvalue mcc media mediaid mediatype medium member memberid memo merchantid merchantname message messageid messagetext messagetype metadata meterid method
methodname metric metricid metricname metrictype metricunit middlename mimetype min minvalue mobile mobilephone mode model modelid modelname modeltype modificationdate modified modifieddate
month mountpath mountpoint msg name namespace nationality network networkid networktype newname newpassword newvalue next nextlink nextpagetoken nextresettime nexttoken nickname nodeid
nodename nodetype nodeversion nonce note notes notificationtype number object objectid objectname objecttype occurredat odatanextlink odatatype offer offerid offertype offset oldpassword
oldvalue op operatingsystem operation operationid operationname operationtype operator option options order orderby orderdate orderid ordernumber ordertype org organization organizationid
organizationname orgid orientation origin original originalfilename originalname os osname ostype osversion output outputuri overview owner ownerid ownername ownership package packagename
packagetype page pagetoken param parameter parametername parameters parent parentid partnerid password path pattern payload paymentdate paymentid paymentmethod paymentmethodid paymentstatus
paymenttype percentage period periodend permission permissions personid phase phone phonenumber photourl phrase picture pid pin placeid plaintext plan planid planname platform pointer policy
policydefinitionid policyid policyname policytype port position postalcode postcode prefix prev previous price primary primaryaggregationtype primarykey principal principalid priority
privacy privateipaddress privatekey processingstatus product productcode productdescription productid productname producttitle producttype profile profileid profilename profileurl project
projectid projectname projectnumber promotioncode properties property propertyname protocol provider providerid providername provisioningstate publicipaddress publickey publishedat publisher
publishername publishtime pubsubtopic purpose quality quantity query queryid querytext question queue queuename quote range rank rate rating raw realm reason reasoncode recipient
recipientname recommendation redirecturi redirecturl ref reference referenceid referencenumber referencetype referrer refreshtoken refundid regex region regioncode regionname
registrationdate registrationid registrationnumber registry rel relationship relationtype relativepath release releasedate replyto repo reponame reportid reportname reporttype reporturl
repository requestedat requestid requestmethod requesttype resolution resource resourcearn resourcegroup resourcegroupname resourceguid resourceid resourcelocation resourcename resourcetype
resourceuri resourceurl response responsetype result retention revision revisionid rights role rolearn roledefinitionid roleid rolename root routetype routingnumber rule ruleid rulename
ruletype runid runtime runtimeversion scaletype schedule scheduledtime scheduletime schema schemaname schemaversion scheme scope script search secondary secondarykey secret secretkey
secretname section segmentid selector self selflink sender sentat sequencenumber serial serialnumber server serverid servername service serviceaccount serviceaccountemail serviceid
servicename servicetype serviceurl session sessionid severity sharename shortdescription shortname shorttitle sid signature since site siteid sitename size sizebytes sku skuid skuname slug
small snapshotid snapshottime snippet sort sortby sortcode sortingcode sortorder source sourceid sourceip sourcename sourcetype sourceuri sourceurl src ssid stacktrace stage start startdate
startdatetime started startedat startipaddress startsat starttime state statecode statemessage stateorprovince status statuscode statusdescription statusdetail statusdetails statusmessage
statusreason statustext step storageaccountaccesskey storageaccountid storageaccountname storageendpoint storagetype storageuri storeid storename strategy streamname street streetaddress
streetname streetnumber stringvalue style sub subaccountid subcategory subdomain subject subjectid sublocality subnet subnetid subnetmask subnetwork subscription subscriptionid
subscriptiontype subtitle subtype success suffix suggestion summary surname symbol system table tableid tablename tag tagline tagname tags target targetid targetresourcegroup targettype
targeturl targetversion task taskid tasktype taxcode taxid taxname taxtype team teamid telephone template templateid templatename tenant tenantid tenantprojectid term terms
termsandconditions text theme thumbnail thumbnailurl thumbprint thumburl ticker tier time timecreated timeformat timegrain timeout timestamp timezone timezoneid title to todate token tokenid
tokentype topic topicname total trackingid trackingnumber trackingurl transactiondate transactionid transactiontype trigger triggertype ttl twitter type typeid typename typeurl uid uniqueid
uniquename unit units upc updated updatedat updatedate updatedby updateddate updatedtime updatemask updatetime updatetype uploadurl uri url urltemplate usage use user useragent useremail
userid username usertype utcoffset uuid validfrom validto validuntil value valuetype variant vatid vatnumber vendor vendorname verb verificationcode version versioncode versionid versionname
videoid videourl view visibility vmid vmsize volume volumeid warning webhookid webhookurl website websiteurl weburl weight weightunit width word workflowid workloadtype workspaceid year zip
zipcode zone
`;
