import { LogyardError } from '../platform/errors.ts'

export const packNotFound = (id: string, rev?: number | string) =>
  new LogyardError(
    'not-found',
    'content-pack-not-found',
    rev === undefined
      ? `Content pack with ID <${id}> not found!`
      : `Content pack with ID <${id}> and revision <${rev}> not found!`,
  )

export const galleryPackNotFound = (name: string) =>
  new LogyardError('not-found', 'gallery-pack-not-found', `The gallery has no pack with the name ${name}`)

export const suggestionsTooSlow = (limitMs: number) =>
  new LogyardError(
    'overloaded',
    'pack-suggestions-too-slow',
    `The newest messages could not be read within ${limitMs / 1000} seconds`,
  )

export const packFound = (id: string, rev: number) =>
  new LogyardError('invalid', 'content-pack-found', `Content pack ${id} with this revision ${rev} already found!`)

export const packRefused = (sentence: string) => new LogyardError('invalid', 'content-pack-refused', sentence)

export const packInstalled = (id: string) =>
  new LogyardError(
    'invalid',
    'content-pack-installed',
    `Cannot delete content pack ${id}: There are still installations of this content pack`,
  )

export const tooManyPacks = (limit: number) =>
  new LogyardError('invalid', 'too-many-content-packs', `There are ${limit} revisions already, which is the limit`)

export const packsTooLarge = (limit: number) =>
  new LogyardError(
    'invalid',
    'content-packs-too-large',
    `All revisions together can have at most ${limit} characters. Delete old ones`,
  )

export const installationNotFound = (id: string) =>
  new LogyardError('not-found', 'content-pack-installation-not-found', `Content pack installation <${id}> not found!`)

export const constraintsFailed = (constraints: readonly string[], server: string) =>
  new LogyardError(
    'invalid',
    'content-pack-constraints-failed',
    `Failed constraints: ${constraints.join(', ')}. The API of this server has the version ${server}`,
  )

export const versionUnsupported = (version: string) =>
  new LogyardError(
    'invalid',
    'content-pack-version-unsupported',
    `Unsupported content pack version: ${version}. Packs of servers before version 3 can be read, but not installed`,
  )

export const parametersMissing = (names: readonly string[]) =>
  new LogyardError('invalid', 'content-pack-parameters-missing', `Missing parameters: [${names.join(', ')}]`)

export const parametersInvalid = (names: readonly string[]) =>
  new LogyardError('invalid', 'content-pack-parameters-invalid', `Invalid parameters: [${names.join(', ')}]`)

export const entitiesUnexpected = (sentence: string) =>
  new LogyardError('invalid', 'content-pack-entities-unexpected', `Unexpected entities: ${sentence}`)

export const installationFailed = (pack: string, entity: string, reason: string, options?: ErrorOptions) =>
  new LogyardError(
    'invalid',
    'content-pack-installation-failed',
    `Failed to install content pack ${pack}: ${entity}: ${reason}`,
    options,
  )

export const entityNotAllowed = (entity: string, permission: string) =>
  new LogyardError(
    'denied',
    'content-pack-entity-not-allowed',
    `Not authorized: ${entity} needs the permission ${permission}`,
  )

export const secretsMissing = (names: readonly string[]) =>
  new LogyardError(
    'invalid',
    'configuration-secrets-missing',
    `Missing secrets: [${names.join(', ')}]. None is stored that could stay, so each needs a value`,
  )

export const exportFailed = (sentence: string) => new LogyardError('invalid', 'content-pack-export-failed', sentence)
