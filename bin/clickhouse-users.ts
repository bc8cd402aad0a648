/** Writes the statements for the users of ClickHouse servers into the documents: `node bin/clickhouse-users.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterUserStatements, moreGrantsOfCluster } from '../server/src/store/engine/cluster-users.ts'

const docs = join(import.meta.dirname, '..', 'docs')
write('administration.md', 'clickhouse-users', clusterUserStatements())
write('clickhouse-cluster.md', 'cluster-users', moreGrantsOfCluster())

function write(file: string, name: string, statements: string): void {
  const path = join(docs, file)
  const block = new RegExp(`(<!-- ${name}:[^>]*-->\\n)[\\s\\S]*(<!-- /${name} -->)`)
  const replace = (_: string, start: string, end: string) => `${start}\`\`\`sql\n${statements}\n\`\`\`\n${end}`
  writeFileSync(path, readFileSync(path, 'utf8').replace(block, replace))
}
