/** The configuration documents that all nodes share: each area registers its own keys, and all are stored here. */
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LogyardError } from '../platform/errors.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'

/** `Default` is `undefined` for a document that nothing is stored of until the first PUT. */
export interface ClusterConfigSpec<Draft extends TSchema, Document extends TSchema, Default> {
  /** The class name on the wire. */
  readonly key: string
  /** What a PUT may bring: closed, with bounds. */
  readonly draft: Draft
  readonly document: Document
  /** Needed in addition to those of the operations. */
  readonly permissions?: ConfigPermissions
  /** What applies while nothing is stored. */
  readonly default: Default
  /** Turns a draft into the document that is stored; `undefined` refuses it. */
  complete(draft: Static<Draft>): Static<Document> | undefined | Promise<Static<Document> | undefined>
}

interface ConfigPermissions {
  readonly read: string
  readonly write: string
}

export interface ClusterConfigDocument<T> {
  read(): Promise<T>
  /** Called after every change of the document, on any node. */
  onChange(listener: () => void): Disposable
}

/** A registered document as the routes see it, whatever its type. */
export interface AnyClusterConfig {
  read(): Promise<unknown>
  readonly schema: TSchema
  readonly permissions: ConfigPermissions | undefined
  replace(draft: unknown): Promise<unknown>
  delete(): Promise<void>
}

export interface ConfigRegistry {
  register<Draft extends TSchema, Document extends TSchema, Default extends Static<Document> | undefined>(
    spec: ClusterConfigSpec<Draft, Document, Default>,
  ): ClusterConfigDocument<Static<Document> | Default>
  /** Throws when no area registered the key. */
  get(key: string): AnyClusterConfig
  /** The keys that have a document, stored or by default, in the order of their registration. */
  keys(): Promise<readonly string[]>
}

const configCollection = defineCollection({
  name: 'cluster_config',
  schema: Type.Object({ id: Type.String({ description: 'The key' }), document: Type.Unknown() }),
})

const keyUnknown = (key: string) =>
  new LogyardError('not-found', 'cluster-config-unknown', `Couldn't find configuration class "${key}"`)
const unreadable = (key: string) =>
  new LogyardError('invalid', 'cluster-config-unreadable', `Couldn't parse cluster configuration "${key}".`)

export function createConfigRegistry({ settings }: { readonly settings: SettingsStore }): ConfigRegistry {
  const stored = settings.collection(configCollection)
  const registered = new Map<string, AnyClusterConfig>()

  const get = (key: string) => {
    const config = registered.get(key)
    if (config === undefined) throw keyUnknown(key)
    return config
  }

  return {
    register(spec) {
      const { key } = spec
      if (registered.has(key)) throw new TypeError(`two cluster configurations have the key ${key}`)
      const read = async () => {
        const found = await stored.find(key)
        return found === undefined ? spec.default : Value.Parse(spec.document, found.document)
      }
      registered.set(key, {
        schema: spec.document,
        permissions: spec.permissions,
        read,
        async replace(draft) {
          const document = Value.Check(spec.draft, draft) ? await spec.complete(draft) : undefined
          if (document === undefined) throw unreadable(key)
          await stored.put({ id: key, document })
          return document
        },
        async delete() {
          await stored.delete(key)
        },
      })
      const onChange = (listener: () => void) =>
        settings.onChange(configCollection.name, ({ ids }) => {
          if (ids.includes(key)) listener()
        })
      return { read, onChange }
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
