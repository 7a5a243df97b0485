/**
 * Endings of words for people and of other words in names of fields, each with its weight: above 0 a person's. Made by bench/names/fitEndings.ts, not to be
 * edited. Pure data.
 */
export const AGENT_ENDINGS = `
aar2.3 able1.1 ace-1.7 ack-0.5 actor0.7 acy-0.5 ad-1.5 ader-1.5 ado2.3 ador1.6 aft0.3 ag-1.7 age-2.5 agent0.3 ags-0.6 ail-0.7 ails-0.4 ain-0.7
aire1.8 aja0.8 aker-0.5 al-1.6 ale-1.3 ality-0.4 all-0.6 allet-0.2 als-0.9 alue-0.5 am-0.5 ame-0.9 an1.2 ance0.4 ang0.9 ange-0.6 anger0.5 ank-0.7
ant1.6 ante0.2 apher1.0 ar-0.7 ard-1.0 are1.0 arent0.4 aria1.9 ario2.0 ark-1.1 arm-0.5 arn-1.3 ars-0.6 art0.6 arter-1.9 arty1.7 ary1.9 ase-0.9
ask-0.5 ason-1.2 ast0.4 at-0.6 ata-1.2 atch-0.6 ate-0.8 ated-0.7 ater-0.6 ateur0.6 ath0.5 ation-1.2 ative2.1 ato0.7 atore1.5 atory2.1 atrix0.3
atus-0.7 awca0.5 ax0.4 ay-1.8 ays-0.7 band1.7 ber0.9 ble0.4 board-0.4 book-0.5 bot-1.2 box-1.0 ca1.1 cal-0.6 cant-0.2 ce-0.2 ceid-0.2 cess-0.8 ch-1.0
cher0.9 ci2.1 cial-0.4 ciale-0.3 cian0.7 cio-0.6 city-0.3 ck-1.7 cker-2.7 cket-0.5 cking-0.2 cle0.4 code-1.6 count-1.6 cs-1.7 ct-0.6 ction-0.6 cto0.7
ctor-0.4 cture-0.6 cy0.6 da-1.3 dat1.2 date-2.3 dawca0.5 day-0.6 dby2.0 ddate-0.4 de0.6 ded-1.4 dee0.6 del-1.2 dent2.1 der0.3 deur0.7 dge-0.5 did-0.2
ding1.5 dler1.0 do0.2 dress-2.0 ds-1.8 dto0.7 ea-1.4 ead1.0 eal-0.6 ean-0.6 ear-1.1 eason-1.2 eated-0.3 ech-0.6 ect0.9 ector-1.3 edat-2.3 edate-0.5
edby1.4 edor-0.9 ee2.5 eed-1.2 eet-0.5 ei-1.7 eid-0.8 eight-0.2 eiter0.7 elder0.8 em-1.2 ema-1.3 email-0.7 ember0.6 eme-0.3 ename-0.5 enant-0.5
ence-0.9 ency-1.2 end-1.1 ender0.3 ener-0.2 enger0.5 enta0.9 ente1.4 enter0.3 entid-0.2 ents-0.6 er1.6 ere1.8 erei-0.6 eria-1.1 erid-0.4 erie-1.8
erij-1.1 erin1.5 ero1.7 erson1.4 ert-0.8 ery-0.6 es-3.2 et-1.7 etail0.7 ete-0.7 eter0.5 ethod-0.5 etime-0.3 ets-0.6 ety0.8 etype-0.3 eur1.8 euri-0.5
eurl-0.4 evel-1.0 ewer0.9 ex-1.6 ext-1.1 ey-0.3 fe1.1 fer-0.8 ff1.4 fied-0.6 file0.8 fo1.2 form-0.4 from-0.5 ft-1.3 gee0.6 gen-1.3 gent-0.6 ger0.5
ges-0.2 gger-1.2 ght-0.7 gid-0.2 gin-1.7 ging-0.4 gist0.8 gn-0.9 gnee0.3 gner0.7 group-0.4 gs-1.7 guest2.0 gy-1.3 ha0.3 her-0.3 hip-0.5 hod-0.5
hone-0.8 hop-0.5 house-1.3 ht-1.4 ia-1.4 ial-1.1 iale-0.5 ian1.7 iant-0.9 ic-1.0 icant-0.2 ice-0.9 ician0.7 icio-0.4 ics-1.1 id-3.3 ide-0.2 ider0.6
ie-1.2 ied-0.6 iedby0.3 ien0.6 ience-0.3 ient0.9 iente-0.6 ier-0.9 iers-0.4 ies-0.5 iew-0.9 iewer0.9 iff0.4 ified-0.6 iger1.0 ight-0.7 ign-0.9
ignee0.3 igner0.7 ij0.7 ik0.8 il-0.3 ile-0.4 ility-0.3 ill-0.4 ils-0.4 im1.1 ime-0.8 in0.5 ina-0.8 inal-0.8 ine-2.2 inee0.4 iner-0.6 inery-0.3
ing-1.1 ings-0.4 ink-0.6 ins-0.4 int-0.7 io-1.6 ion-2.6 ioner0.5 ionid-0.3 ions-0.6 ip-1.7 ipe-0.4 ir-0.3 ire0.4 is-1.6 isee0.4 iser1.3 ision-0.2
isor1.1 ist1.8 istry-0.2 it-2.1 ital-0.3 ite0.4 iter1.5 ition-0.4 itle-0.5 itor-0.6 ity-1.8 ium-0.6 ive-1.2 iver0.7 ix-0.7 ize-0.8 izer-1.2 ja0.4
ject-1.4 ka1.4 ke-1.3 ken-1.0 ker0.5 ket-0.8 key-0.9 kid2.2 king-0.5 ks-0.7 kt1.6 lage-0.3 late-0.9 layer-2.0 le-1.0 lers-0.4 lery-0.3 les-0.4
let-0.9 lete0.6 level-1.0 lid-0.3 light-0.2 line-0.8 ling2.4 link-0.6 list-1.1 lity-0.6 ll-2.1 llery-0.3 llet-0.3 lo1.1 load-0.4 log-0.7 lor-0.2
lot0.2 low-1.1 ls-1.3 lt-1.2 lter0.2 lue-0.6 ly-1.6 mail-0.9 man1.7 mat-0.7 mate2.2 mber-1.8 me-2.5 ment-2.8 ments-0.4 mer0.3 mes-0.2 meter-2.2
mid-0.2 mmer-2.0 mo-1.3 mp-1.3 mple-1.3 ms-2.0 na0.6 nager0.9 nal0.6 name-0.7 nant0.2 nce-1.4 nch-0.8 ncode-0.2 ncy-1.2 nd-0.9 ndate-0.4 nde1.0
ndent0.7 nder-0.4 nedby0.3 nee0.9 nel-1.2 ner0.5 nery-0.5 ness0.6 net-0.7 ng-1.3 nge-1.6 nger1.0 ngs-0.8 nia-0.6 nic0.9 nid-0.6 nik1.7 ning-0.6
nist1.0 nit-0.3 nk-1.3 nment-0.4 nname-0.4 nner-1.4 no1.6 nor1.0 ns-2.0 nt0.7 nta0.9 ntact1.8 ntal-0.3 nte1.6 ntee0.5 nter-1.4 ntid-0.3 nto-0.8
ntor0.7 ntry-0.4 nts-0.9 ny1.1 oad-0.6 oard-0.4 ocial-0.3 ock-0.6 od-1.5 ode-2.4 of-1.3 ofile1.5 og-1.2 ogist0.8 oice-0.8 oint0.2 ok-0.8 oken-1.0
ol-1.7 older0.9 ole-0.8 om-1.5 one-0.7 oner1.0 onid-0.4 ons-0.7 ook-0.8 ool-0.5 oom0.3 op-1.7 or1.7 ora1.8 ord0.4 order-1.3 ore-0.8 ork-1.2 orker0.5
orks-0.7 orm-0.4 ormat-0.7 ors-0.8 ort-0.9 orter-0.6 orts-0.8 os-1.4 ot-0.4 ote-1.5 other0.9 ound-1.8 ount-2.0 oup-0.4 ource-0.6 ours-0.4 ouse1.0
out-0.7 ow-0.6 owner0.6 ox-1.0 pace-0.5 party1.7 path0.5 pe-2.2 per0.8 pher1.0 phone-0.8 pic-0.8 pid-0.3 ping-0.3 pital-0.2 ple1.1 pment-0.4 po-0.3
point-2.1 port-0.7 ports-0.8 pot-1.0 pper0.7 price-0.6 print-0.9 pt-1.4 pter-0.7 ption-0.5 ra0.7 raft0.9 ral-0.6 rant-0.8 rate0.7 rator-0.6 rce-1.0
rch-0.8 rd-0.6 rdate-0.2 rder0.3 rds-0.5 re0.6 rei-0.8 rent0.4 rente0.4 rer0.6 res-0.3 ress0.9 ret-0.5 ria0.3 rial-0.5 rice-0.6 rid-0.5 rie0.6
rier0.6 ries-0.2 rij-1.1 rin1.9 ring-0.6 rint-0.9 rio2.0 rist-0.5 rity-0.4 rix0.5 rk-0.3 rker0.8 rks-0.7 rl-2.1 rm-1.8 rma-1.3 rmat-0.7 rms-0.4
rname-0.3 rnia-0.4 ro0.7 rom-0.5 room0.3 ror-0.2 round-0.6 roup-0.4 rror-2.1 rs-1.9 rse1.3 rsion-0.4 rson1.4 rt-1.4 rts1.5 rty0.8 ruser0.6 ry-1.8
sage-0.4 se-1.6 see0.9 sel0.3 ser-0.4 serie-0.4 set-0.8 sh-1.4 sha1.4 ship-0.5 shop-0.5 sic-0.8 sin-0.5 sing-0.6 sion-1.1 sions-0.2 sit-0.4 site-1.7
size-0.8 sk-1.7 skey-0.7 so-1.4 son0.6 space-0.5 ss-1.0 ssage-0.3 ssion-0.2 sta1.2 state-0.7 stee0.5 ster0.5 sting-0.2 stor0.7 stry-0.3 sword-0.7
ta1.3 tact1.8 tag-0.5 tage-0.5 tail0.7 tails-0.4 taire0.6 taja0.8 tal-1.2 tant0.9 tario0.9 tate-0.7 tatus-0.7 tch-0.9 tdate-0.2 tech-0.6 ted-1.8
tedat-0.8 tedby0.8 tee0.3 tem-0.7 ten-0.2 tente0.5 ter-0.3 teria-0.4 terin0.3 ters-0.7 tery-0.5 tes-0.4 teur0.7 text-0.8 th-1.6 ther0.9 thod-0.5
ti1.1 tics-0.4 tid-0.9 time-0.8 tin1.0 ting-0.7 tion-0.9 tions-0.4 title-0.5 tkey-0.7 tle-1.0 tname1.7 tnik0.6 to1.0 token-1.0 top-0.7 tor0.9 tore0.9
tors-0.4 tory0.5 tr2.1 trist1.1 trix1.4 tro-1.6 try-0.9 ts-2.0 tt1.1 ttaja0.8 tter0.7 tto-0.5 tung-0.7 tura-1.1 ture-1.8 turi-0.4 tus-0.7 twork-0.4
ty-0.9 type-1.3 ual0.9 ub-1.6 uctor-0.9 ue-2.1 ug-1.3 uid-0.3 ule-0.8 ult-0.7 um-2.2 umber-2.4 ummer-2.0 und1.3 ungs-0.3 unit-0.3 up-1.6 ur0.5
ura-1.1 urce-0.6 urder1.0 ure-0.5 urer-0.8 uri-1.9 url-1.4 urs-0.4 us-0.5 use0.2 user1.4 ut-1.6 ute-1.3 ution2.1 utor0.8 val-0.6 value-0.5 vedby0.4
vel0.3 ver-0.6 very1.8 view-0.9 ward1.3 ware-2.1 wca1.3 wear-0.5 wer-0.5 wner0.6 word-1.4 work-0.9 ws-1.3 xt-1.1 yid-0.4 yname-0.3 ype-1.3 ys-1.2
ze-0.8 zer0.5 ης0.8 ς2.0 της0.5 а2.1 ель0.8 ик1.0 к1.0 ль0.8 нт1.1 т1.8 тель0.8 ь0.8 я0.7 ل1.9 人2.3 单号-0.6 号-1.6 者2.3
`;
