/** The names that rules use for levels and facilities of syslog. */
const LEVELS = ['Emergency', 'Alert', 'Critical', 'Error', 'Warning', 'Notice', 'Informational', 'Debug']

const FACILITIES = [
  ...['kern', 'user', 'mail', 'daemon', 'auth', 'syslog', 'lpr', 'news', 'uucp', 'clock', 'authpriv', 'ftp', 'ntp'],
  ...['log audit', 'log alert', 'cron', 'local0', 'local1', 'local2', 'local3', 'local4', 'local5', 'local6', 'local7'],
]

const UNKNOWN = 'Unknown'

export const syslogLevelName = (level: number): string => LEVELS[level] ?? UNKNOWN
export const syslogFacilityName = (facility: number): string => FACILITIES[facility] ?? UNKNOWN
