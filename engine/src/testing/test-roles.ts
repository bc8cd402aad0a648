import type { Role } from '../role.ts'

/** Like those of the server: one reads, one also keeps what it read. */
export const READER: Role = {
  name: 'reader',
  grants: ['SELECT ON default.messages', 'SELECT ON kept.*'],
  systemTables: [],
}
export const KEEPER: Role = {
  name: 'keeper',
  grants: [...READER.grants, 'CREATE DATABASE, CREATE TABLE, INSERT, DROP TABLE ON kept.*', 'SELECT ON system.parts'],
  systemTables: ['parts'],
  keepsIn: 'kept',
}

export const ROLE_OPTIONS: readonly string[] = ['--roles', JSON.stringify([READER, KEEPER])]
