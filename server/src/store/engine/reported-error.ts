import { ClickHouseError } from '@clickhouse/client'

const CODE = /^\s*Code: (\d{1,9})\b/
const TYPE = /\(([A-Z][A-Z0-9_]{3,80})\)/
const MESSAGE = 'Exception: '
/** The log shows this much of a text that is not an error of ClickHouse, such as the page of a proxy. */
const MAX_FOREIGN_CHARACTERS = 1000

/**
 * The error that ClickHouse reports in a text. The parser of the client's library needs cubic time for some texts, which
 * would block the event loop; this one needs linear time.
 */
export function reportedError(text: string): Error {
  const code = CODE.exec(text)?.[1]
  if (code === undefined) return new Error(text.slice(0, MAX_FOREIGN_CHARACTERS))
  const found = TYPE.exec(text)
  const before = text.slice(0, found?.index)
  // A cluster puts the error of a host into its own error.
  const from = before.lastIndexOf(MESSAGE)
  const message = before.slice(from < 0 ? 0 : from + MESSAGE.length)
  return new ClickHouseError({ message, code, ...(found?.[1] === undefined ? {} : { type: found[1] }) })
}
