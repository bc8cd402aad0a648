/** Writes the table of events in docs/audit-log.md from the operations: `node bin/audit-events-table.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allOperations } from '../contract/src/operations.ts'
import { auditEvents } from '../server/src/audit/audit-routes.ts'

const path = join(import.meta.dirname, '..', 'docs', 'audit-log.md')
const typeOf = (event: string) => event.split(':', 1)[0] ?? ''
const rows = Array.from(Map.groupBy(auditEvents(allOperations), typeOf), ([type, events]) => {
  const verbs = events.map((event) => `\`${event.slice(type.length + 1)}\``)
  return `| \`${type}\` | ${verbs.join(', ')} |\n`
})
const text = readFileSync(path, 'utf8')
const written = text.replace(
  /(<!-- events:[^>]*-->\n)[\s\S]*$/,
  (_, start: string) => `${start}| entity | events |\n| --- | --- |\n${rows.join('')}`,
)
writeFileSync(path, written)
