/** Writes the statements for a ClickHouse server's users in docs/administration.md: `node bin/clickhouse-users.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterUserStatements } from '../server/src/store/engine/cluster-users.ts'

const path = join(import.meta.dirname, '..', 'docs', 'administration.md')
const written = readFileSync(path, 'utf8').replace(
  /(<!-- clickhouse-users:[^>]*-->\n)[\s\S]*(<!-- \/clickhouse-users -->)/,
  (_, start: string, end: string) => `${start}\`\`\`sql\n${clusterUserStatements()}\n\`\`\`\n${end}`,
)
writeFileSync(path, written)
