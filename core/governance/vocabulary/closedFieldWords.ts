/** Words of field names beside those of the catalogue and of commonFieldNames.ts, by which the mode `closed` knows records. Pure data. */
export const CLOSED_FIELD_WORDS = `
is has can no of to by at in on for the and or per with id ids uuid guid ref key count counts total sum min max avg mean item list page size limit offset
next prev previous first last order line price cost tax amount net gross rate unit date time created updated modified deleted closed opened sent paid due start
end from until since status state type kind class category code version url uri href link self meta info result error value score width height length
depth weight lat lng lon latitude longitude currency quantity stock sku product service user account member team group role permission enabled active valid
visible public private archived default primary data object livemode balance transaction billing shipping details detail captured refunded outcome receipt
paging amount coordinates importance elevation block blocks available pending booking segment departure arrival seat cabin flight number rows readings
temperature accuracy firmware attempt delivery deliveries edges node nodes calls tokens bytes sequence trace hits relation custom fields metadata
verification candidate widget species verified provided email phone notification request response issuer fraud prepaid invoice prefix funding reserve
estimate coverage claim policy vehicle vehicles flag capacity speed distance duration priority level stage step phase index position rank percent ratio
factor currency fee fees discount discounts subtotal vat interest payment payments payout charge refund dispute subscription plan trial period interval
frequency schedule event events action actions attribute attributes option options setting settings config configuration feature features tag tags label
labels color icon image images photo photos thumbnail file files folder document documents attachment attachments comment comments review reviews rating
ratings like likes view views share shares follower followers click clicks open opens conversion session sessions device devices browser platform language
languages locale country countries region regions timezone location locations warehouse warehouses store stores shop shops channel channels source target
origin destination route routes zone zones area areas mode method methods protocol port host domain path query header headers body payload content
contents text html json xml format encoding hash checksum signature certificate algorithm bucket region cluster instance instances server servers
network subnet volume snapshot backup database table column row record records schema field entity entities model models job jobs task tasks queue worker
workers run runs build builds deploy deployment deployments release releases branch commit commits repository pipeline test tests pass fail failed success
succeeded running sha md coding geo bin lei isin explicit reaction reactions seq ts ident ok en desired center centre contract reply replies pagination
observed frame frames lot integrity base head gift card entries appointment appointments reported work level alpha salary grade major reach ext ring point points
shipment shipments emergency agreement landing math drug cas dewey counter temp
succeeded running stopped started finished completed cancelled canceled expired expires expiry suspended blocked locked
`;
