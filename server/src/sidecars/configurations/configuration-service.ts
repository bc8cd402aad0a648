/** Configurations as administrators change them. */
import type { ConfigurationCheck, ConfigurationDraft } from '@logyard/contract/sidecars/configurations'
import { MAX_CONFIGURATIONS } from '@logyard/contract/sidecars/sidecar-limits'
import type { Problems } from '../../http/validation-answer.ts'
import type { RunOptions } from '../../platform/bounded-runs/bounded-runs.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Prepared } from '../../platform/settings/prepared.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import { UniqueTaken } from '../../platform/settings/settings-store.ts'
import {
  collectorFixed,
  configurationInUse,
  configurationNotFound,
  configurationRefused,
  tooMany,
} from '../sidecar-errors.ts'
import { configurationOf, configurationProblems, nameTaken } from './configuration-rules.ts'
import type { ConfigurationStore, StoredConfiguration } from './configuration-store.ts'
import type { Rendering } from './rendering.ts'

export interface ConfigurationServiceDeps {
  readonly store: ConfigurationStore
  readonly replica: Replica<StoredConfiguration>
  readonly rendering: Rendering
  /** Whether the configuration is assigned to a sidecar by name; tags do not count. */
  readonly isAssigned: (configurationId: string) => Promise<boolean>
  readonly ids: Ids
}

export type ConfigurationService = ReturnType<typeof createConfigurationService>

export function createConfigurationService(deps: ConfigurationServiceDeps) {
  const { store, replica, isAssigned, ids } = deps
  const list = async () => {
    await replica.fresh()
    return replica.list()
  }

  async function get(id: string): Promise<StoredConfiguration> {
    await replica.fresh()
    const configuration = replica.find(id)
    if (configuration === undefined) throw configurationNotFound(id)
    return configuration
  }

  /** Throws if there cannot be so many more. */
  async function requireRoom(more: number): Promise<void> {
    if ((await list()).length + more > MAX_CONFIGURATIONS) throw tooMany('configurations', MAX_CONFIGURATIONS)
  }

  async function create(draft: ConfigurationDraft, run: RunOptions): Promise<StoredConfiguration> {
    refuse(await problemsOf(deps, draft, { id: undefined, run }))
    await requireRoom(1)
    return refusingTaken(draft, () => store.insert(configurationOf(ids.next(), draft, [])))
  }

  async function requireUnassigned(id: string): Promise<void> {
    if (await isAssigned(id)) throw configurationInUse()
  }

  async function requireSameCollector({ id, collector_id }: StoredConfiguration, draft: ConfigurationDraft) {
    if (collector_id !== draft.collector_id && (await isAssigned(id))) throw collectorFixed()
  }

  return {
    list,
    get,
    /** `run` says for whom templates are tried. */
    create,
    problemsOf: (draft: ConfigurationCheck, run: RunOptions) =>
      problemsOf(deps, draft, { id: draft.id ?? undefined, run }),
    async update(id: string, draft: ConfigurationDraft, run: RunOptions): Promise<StoredConfiguration> {
      const before = await get(id)
      await requireSameCollector(before, draft)
      refuse(await problemsOf(deps, draft, { id, run }))
      const change = (stored: StoredConfiguration) => configurationOf(id, draft, stored.tags)
      const changed = await refusingTaken(draft, () => store.update(id, change))
      if (changed === undefined) throw configurationNotFound(id)
      return changed
    },
    /** To be stored together with others. With an id it replaces that configuration. */
    async preparing(
      draft: ConfigurationDraft,
      id: string | undefined,
      run: RunOptions,
    ): Promise<Prepared<StoredConfiguration>> {
      const before = id === undefined ? undefined : await store.findVersioned(id)
      refuse(await problemsOf(deps, draft, { id: before?.document.id, run }))
      if (before !== undefined) await requireSameCollector(before.document, draft)
      const configuration = configurationOf(before?.document.id ?? ids.next(), draft, before?.document.tags ?? [])
      const write =
        before === undefined ? store.inserting(configuration) : store.replacing(configuration, before.version)
      return { entity: configuration, writes: [write], takeEffect: async () => undefined }
    },
    /** The copy has no tags, so that it does not replace the original on sidecars at once. */
    async copy(id: string, name: string, run: RunOptions): Promise<StoredConfiguration> {
      const { collector_id, color, template } = await get(id)
      return create({ collector_id, color, template, name }, run)
    },
    requireRoom,
    requireUnassigned,
    /** Returns whether there was one. */
    async delete(id: string): Promise<boolean> {
      await requireUnassigned(id)
      return store.delete(id)
    },
  }
}

async function problemsOf(
  { replica, rendering }: ConfigurationServiceDeps,
  draft: ConfigurationCheck,
  { id, run }: { readonly id: string | undefined; readonly run: RunOptions },
): Promise<Problems> {
  await replica.fresh()
  const templateProblem = await rendering.findProblem(draft.template ?? '', run)
  return configurationProblems(draft, { id, stored: replica.list(), templateProblem })
}

function refuse(problems: Problems): void {
  if (Object.keys(problems).length > 0) throw configurationRefused(problems)
}

/** Two requests at once can pass the check with the same name. */
async function refusingTaken<Result>({ name }: ConfigurationDraft, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof UniqueTaken) throw configurationRefused({ name: [nameTaken(name)] })
    throw error
  }
}
