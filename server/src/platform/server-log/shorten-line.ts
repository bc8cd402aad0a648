const MAX_CHARACTERS = 16 * 1024
const MAX_TEXT_CHARACTERS = 4096

/** A line of usual length as it is. Of a longer one only level, time, logger, marker and the beginnings of its texts remain. */
export function shortenLine(line: string): string {
  if (line.length <= MAX_CHARACTERS) return line
  const { level, time, subject, marker, msg, err } = Object(JSON.parse(line))
  const stack = cut(Object(err).stack)
  return JSON.stringify({
    level,
    time,
    subject,
    marker,
    msg: cut(msg),
    ...(stack === undefined ? {} : { err: { stack } }),
  })
}

const cut = (text: unknown): string | undefined =>
  typeof text !== 'string' || text.length <= MAX_TEXT_CHARACTERS
    ? asText(text)
    : `${text.slice(0, MAX_TEXT_CHARACTERS)}…`

const asText = (text: unknown) => (typeof text === 'string' ? text : undefined)
