import { join } from 'node:path'

/** Flags of the server's Node. An OpenSSL configuration of the administrator has precedence. */
export const nodeFlags = (env: NodeJS.ProcessEnv): readonly string[] =>
  env['OPENSSL_CONF'] === undefined ? [`--openssl-config=${join(import.meta.dirname, 'tls-server.cnf')}`] : []
