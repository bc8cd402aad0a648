const FACILITIES = [
  ...['kernel', 'user-level', 'mail', 'system daemon', 'security/authorization', 'syslogd', 'line printer'],
  ...['network news', 'UUCP', 'clock', 'security/authorization', 'FTP', 'NTP', 'log audit', 'log alert', 'clock'],
  ...['local0', 'local1', 'local2', 'local3', 'local4', 'local5', 'local6', 'local7'],
]

export const facilityText = (facility: number): string => FACILITIES[facility] ?? 'Unknown'

/** The number in `<13>` at the beginning of a text, or -1. */
export function priorityOf(text: string): number {
  if (text[0] !== '<') return -1
  let priority = 0
  for (let at = 1; at <= 4; at++) {
    const digit = text.charCodeAt(at) - 0x30
    if (text[at] === '>') return at === 1 ? -1 : priority
    if (!(digit >= 0 && digit <= 9)) return -1
    priority = priority * 10 + digit
  }
  return -1
}
