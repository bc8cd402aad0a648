/** The configuration documents that all nodes share: each area registers its own keys, and all are stored here. */
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readScalars } from '../http/body-scalars.ts'
import { LogyardError } from '../platform/errors.ts'
import {
  type Collection,
  defineCollection,
  type SettingsStore,
  type Write,
} from '../platform/settings/settings-store.ts'
import { maskedSecrets, retainedSecrets, secretsOf, withSecrets } from './config-secrets.ts'

/** `Default` is `undefined` for a document that nothing is stored of until the first PUT. */
export interface ClusterConfigSpec<Draft extends TSchema, Document extends TSchema, Default> {
  /** The class name on the wire. */
  readonly key: string
  /** What a PUT may bring: closed, with bounds. */
  readonly draft: Draft
  readonly document: Document
  /** Needed in addition to those of the operations. */
  readonly permissions?: ConfigPermissions
  /** Names of texts that are encrypted at rest, and answered as a placeholder. */
  readonly secrets?: readonly string[]
  /** What applies while nothing is stored. */
  readonly default: Default
  /** Turns a draft into the document that is stored; `undefined` refuses it. */
  complete(draft: Static<Draft>): Static<Document> | undefined | Promise<Static<Document> | undefined>
}

/** A document that shows what an area stores in a place of its own. */
export interface ProvidedConfigSpec<Draft extends TSchema, Document extends TSchema> {
  readonly key: string
  readonly draft: Draft
  readonly document: Document
  readonly permissions?: ConfigPermissions
  /** `undefined` while nothing is stored. */
  read(): Promise<Static<Document> | undefined>
  /** Without it the document cannot be changed. */
  replace?(draft: Static<Draft>): Promise<void>
  /** Without it the document cannot be deleted. */
  reset?(): Promise<void>
}

interface ConfigPermissions {
  readonly read?: string
  readonly write: string
}

export interface ClusterConfigDocument<T> {
  read(): Promise<T>
}

/** A document as the area that registered it sees it, with its secrets. */
export interface OwnClusterConfig<T> extends ClusterConfigDocument<T> {
  /** As a client that sends the draft. */
  replace(draft: unknown): Promise<unknown>
  delete(): Promise<void>
  /** Write for a commit with other changes; it fails if the document changes in between. */
  replacing(draft: unknown): Promise<Write>
  /** Called after each change, on every node; again if it fails. */
  onChange(listener: () => unknown): Disposable
}

/** A registered document as the routes see it, whatever its type, without its secrets. */
export interface AnyClusterConfig extends ClusterConfigDocument<unknown> {
  readonly schema: TSchema
  readonly permissions: ConfigPermissions | undefined
  replace(draft: unknown): Promise<unknown>
  delete(): Promise<void>
}

export interface ConfigRegistry {
  register<Draft extends TSchema, Document extends TSchema, Default extends Static<Document> | undefined>(
    spec: ClusterConfigSpec<Draft, Document, Default>,
  ): OwnClusterConfig<Static<Document> | Default>
  provide<Draft extends TSchema, Document extends TSchema>(spec: ProvidedConfigSpec<Draft, Document>): void
  /** Throws when no area registered the key. */
  get(key: string): AnyClusterConfig
  /** The keys that have a document, stored or by default, in the order of their registration. */
  keys(): Promise<readonly string[]>
}

const StoredConfig = Type.Object({
  id: Type.String({ description: 'The key' }),
  document: Type.Unknown(),
  secrets: Type.Optional(Type.String({ description: 'Properties of the document, as JSON' })),
})
type StoredConfigs = Collection<Static<typeof StoredConfig>>

const configCollection = defineCollection({
  name: 'cluster_config',
  audit: { type: 'cluster-config', isChangedBySystem: true },
  schema: StoredConfig,
  secrets: ['secrets'],
})

const keyUnknown = (key: string) =>
  new LogyardError('not-found', 'cluster-config-unknown', `Couldn't find configuration class "${key}"`)
const unreadable = (key: string) =>
  new LogyardError('invalid', 'cluster-config-unreadable', `Couldn't parse cluster configuration "${key}".`)
const unchangeable = (key: string) =>
  new LogyardError('invalid', 'cluster-config-fixed', `Cluster configuration "${key}" cannot be changed.`)
const undeletable = (key: string) =>
  new LogyardError('invalid', 'cluster-config-fixed', `Cluster configuration "${key}" cannot be deleted.`)

export function createConfigRegistry({ settings }: { readonly settings: SettingsStore }): ConfigRegistry {
  const stored = settings.collection(configCollection)
  const registered = new Map<string, AnyClusterConfig>()

  const get = (key: string) => {
    const config = registered.get(key)
    if (config === undefined) throw keyUnknown(key)
    return config
  }

  const add = (key: string, config: AnyClusterConfig) => {
    if (registered.has(key)) throw new TypeError(`two cluster configurations have the key ${key}`)
    registered.set(key, config)
  }

  return {
    provide: (spec) => add(spec.key, providedConfig(spec)),
    register(spec) {
      const { key } = spec
      const config = openConfig(stored, spec)
      add(key, config)
      return {
        read: config.readWithSecrets,
        replace: config.replace,
        replacing: config.replacing,
        delete: config.delete,
        onChange: (listener) =>
          settings.onChange(configCollection.name, ({ ids }) => (ids.includes(key) ? listener() : undefined)),
      }
    },
    get,
    async keys() {
      const documents = await Promise.all(
        Array.from(registered, async ([key, { read }]) => ({ key, is: await read() })),
      )
      return documents.filter(({ is }) => is !== undefined).map(({ key }) => key)
    },
  }
}

function openConfig<Draft extends TSchema, Document extends TSchema, Default extends Static<Document> | undefined>(
  stored: StoredConfigs,
  spec: ClusterConfigSpec<Draft, Document, Default>,
) {
  const { key, secrets: secretNames = [] } = spec
  const readWithSecrets = async () => {
    const found = await stored.find(key)
    if (found === undefined) return spec.default
    const { document, secrets } = found
    return Value.Parse(spec.document, secrets === undefined ? document : withSecrets(document, JSON.parse(secrets)))
  }
  async function storedOf(draft: unknown): Promise<Static<typeof StoredConfig>> {
    const given = retainedSecrets(readScalars(spec.draft, draft), await readWithSecrets(), secretNames)
    const document = Value.Check(spec.draft, given) ? await spec.complete(given) : undefined
    if (document === undefined) throw unreadable(key)
    const secrets = secretsOf(document, secretNames)
    return {
      id: key,
      document: maskedSecrets(document, secretNames),
      ...(secrets === undefined ? {} : { secrets: JSON.stringify(secrets) }),
    }
  }
  return {
    schema: spec.document,
    permissions: spec.permissions,
    readWithSecrets,
    read: async () => maskedSecrets(await readWithSecrets(), secretNames),
    replace: async (draft: unknown) => (await stored.put(await storedOf(draft))).document,
    async replacing(draft: unknown) {
      const before = await stored.findVersioned(key)
      const changed = await storedOf(draft)
      return before === undefined ? stored.inserting(changed) : stored.replacing(changed, before.version)
    },
    async delete() {
      await stored.delete(key)
    },
  }
}

function providedConfig<Draft extends TSchema, Document extends TSchema>(
  spec: ProvidedConfigSpec<Draft, Document>,
): AnyClusterConfig {
  const { key } = spec
  return {
    schema: spec.document,
    permissions: spec.permissions,
    read: spec.read,
    async replace(draft) {
      if (spec.replace === undefined) throw unchangeable(key)
      const given = readScalars(spec.draft, draft)
      if (!Value.Check(spec.draft, given)) throw unreadable(key)
      await spec.replace(given)
      return spec.read()
    },
    async delete() {
      if (spec.reset === undefined) throw undeletable(key)
      await spec.reset()
    },
  }
}
