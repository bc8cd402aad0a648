import type { SettingsFacts } from '../settings-store.ts'
import type { PostgresConnections } from './postgres-connections.ts'

const FACTS = {
  name: 'facts',
  text: `SELECT current_setting('server_version') AS version, (SELECT commits FROM store) AS commits,
      count(DISTINCT collection) AS collections, count(*) AS documents,
      coalesce(sum(octet_length(body)), 0)::bigint AS document_bytes,
      pg_database_size(current_database()) AS storage_bytes
    FROM document`,
}

export async function readPostgresFacts(connections: PostgresConnections): Promise<SettingsFacts> {
  const [row] = await connections.query(FACTS)
  return {
    engine: 'PostgreSQL',
    version: String(row?.['version']),
    commits: Number(row?.['commits']),
    collections: Number(row?.['collections']),
    documents: Number(row?.['documents']),
    documentBytes: Number(row?.['document_bytes']),
    storageBytes: Number(row?.['storage_bytes']),
  }
}
