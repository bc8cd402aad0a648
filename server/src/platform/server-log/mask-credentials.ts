/**
 * Masks credentials inside the texts of a log line. Fields with secret names are masked by the log itself; this masks
 * those in the texts of errors of libraries: passwords in addresses, keys in query strings, `Authorization` values.
 */
const MASK = '<secret>'

const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"'<>\\]{1,500}@/gi
const IN_QUERY =
  /([?&](?:[\w.-]{0,40}[_.-])?(?:token|api_?key|key|password|passwd|pwd|secret|signature|sig|auth|credential)=)[^&#\s"'<>\\]{1,2000}/gi
/** The value needs a digit or a sign, so that `basic authentication` stays readable. */
const AUTHORIZATION =
  /\b(basic|bearer|negotiate|splunk|apikey)(\s{1,5})(?=[a-z+/.~:_-]{0,4000}[\d=])[\w+/=.~:-]{8,4000}/gi

export const maskCredentials = (line: string): string =>
  line.replaceAll(IN_ADDRESS, `$1${MASK}@`).replaceAll(IN_QUERY, `$1${MASK}`).replaceAll(AUTHORIZATION, `$1$2${MASK}`)
