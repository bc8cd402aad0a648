export type CefType = 'text' | 'whole' | 'real' | 'time'
export interface CefKey {
  readonly fullName: string
  readonly type: CefType
}

const TEXTS = `act=deviceAction app=applicationProtocol c6a1=deviceCustomIPv6Address1 c6a2=deviceCustomIPv6Address2
c6a3=deviceCustomIPv6Address3 c6a4=deviceCustomIPv6Address4 cs1=deviceCustomString1 cs2=deviceCustomString2
cs3=deviceCustomString3 cs4=deviceCustomString4 cs5=deviceCustomString5 cs6=deviceCustomString6 dhost=destinationHostName
dmac=destinationMacAddress dntdom=destinationNtDomain dpriv=destinationUserPrivileges dproc=destinationProcessName
dst=destinationAddress dtz=deviceTimeZone duid=destinationUserId duser=destinationUserName dvc=deviceAddress
dvchost=deviceHostName dvcmac=deviceMacAddress fname=filename msg=message outcome=eventOutcome proto=transportProtocol
request=requestUrl shost=sourceHostName smac=sourceMacAddress sntdom=sourceNtDomain spriv=sourceUserPrivileges
sproc=sourceProcessName src=sourceAddress suid=sourceUserId suser=sourceUserName agt=agentAddress ahost=agentHostName
aid=agentId amac=agentMacAddress at=agentType atz=agentTimeZone av=agentVersion cat=deviceEventCategory`
const WHOLE = `cn1=deviceCustomNumber1 cn2=deviceCustomNumber2 cn3=deviceCustomNumber3 cn4=deviceCustomNumber4
cnt=baseEventCount dpid=destinationProcessId dpt=destinationPort dvcpid=deviceProcessId fsize=fileSize in=bytesIn
out=bytesOut spid=sourceProcessId spt=sourcePort type deviceDirection destinationTranslatedPort sourceTranslatedPort
oldFileSize eventId flexNumber1 flexNumber2 flexNumber3 flexNumber4`
const REAL = `cfp1=deviceCustomFloatingPoint1 cfp2=deviceCustomFloatingPoint2 cfp3=deviceCustomFloatingPoint3
cfp4=deviceCustomFloatingPoint4 dlat=destinationGeoLatitude dlong=destinationGeoLongitude slat=sourceGeoLatitude
slong=sourceGeoLongitude`
const TIME = `end=endTime rt=deviceReceiptTime start=startTime art=agentReceiptTime deviceCustomDate1 deviceCustomDate2
flexDate1 flexDate2 flexDate3 flexDate4 fileCreateTime fileModificationTime oldFileCreateTime oldFileModificationTime`

/** The dictionary of ArcSight: full name and type by short key. Other keys are texts under their own name. */
export const CEF_KEYS: ReadonlyMap<string, CefKey> = new Map([
  ...keys(TEXTS, 'text'),
  ...keys(WHOLE, 'whole'),
  ...keys(REAL, 'real'),
  ...keys(TIME, 'time'),
])

function keys(list: string, type: CefType): [string, CefKey][] {
  return list.split(/\s+/).map((entry) => {
    const [key = '', fullName = key] = entry.split('=')
    return [key, { fullName, type }]
  })
}
