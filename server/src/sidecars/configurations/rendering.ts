/** Renders the templates of configurations, for sidecars and for previews, in threads that can be stopped. */
import type { TemplateData } from '@logyard/languages/freemarker/freemarker'
import type { BoundedRuns, RunOptions } from '../../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import type { StoredConfiguration } from './configuration-store.ts'
import { renderTask } from './render-task.ts'
import type { StoredVariable } from './variables.ts'

/** The facts about a sidecar that templates can insert. */
export interface SidecarFacts {
  readonly nodeId: string
  readonly nodeName: string
  readonly sidecarVersion: string
  readonly operatingSystem: string
}

/** Stands for a sidecar while a template is checked. */
const NO_SIDECAR: SidecarFacts = {
  nodeId: '<node id>',
  nodeName: '<node name>',
  sidecarVersion: '<version>',
  operatingSystem: '<operating system>',
}

/** Why a template cannot be rendered, for its author. */
export class RenderingProblem extends Error {
  override readonly name = 'RenderingProblem'
}

export interface RenderingDeps {
  readonly configurations: Replica<StoredConfiguration>
  readonly variables: Replica<StoredVariable>
  /** Runs for templates that users write: one at a time for each. */
  readonly boundedRuns: BoundedRuns
  /** Runs for agents, which do not wait for users. */
  readonly serverRuns: BoundedRuns
  readonly clock: Clock
}

/** Time of one rendering, with all templates that it includes. */
const RENDERING_LIMIT_MS = 2000
/** Different templates that one rendering includes. */
const MAX_INCLUDED = 100

export type Rendering = ReturnType<typeof createRendering>

export function createRendering(deps: RenderingDeps) {
  const { configurations, variables, boundedRuns, serverRuns, clock } = deps
  let inserted: { readonly generation: number; readonly values: Readonly<Record<string, string>> } | undefined

  function variableValues(): Readonly<Record<string, string>> {
    const generation = variables.generation()
    if (inserted?.generation !== generation) {
      const values = Object.fromEntries(variables.list().map(({ name, content }) => [name, content]))
      inserted = { generation, values }
    }
    return inserted.values
  }

  async function fresh(): Promise<void> {
    await configurations.fresh()
    await variables.fresh()
  }

  async function renderIn(runs: BoundedRuns, template: string, sidecar: SidecarFacts, run: RunOptions) {
    await fresh()
    const data: TemplateData = { sidecar: { ...sidecar }, user: variableValues() }
    const included = new Map<string, string | undefined>()
    const startedMs = clock.monotonicMs()
    while (included.size <= MAX_INCLUDED) {
      const limitMs = included.size === 0 ? RENDERING_LIMIT_MS : startedMs + RENDERING_LIMIT_MS - clock.monotonicMs()
      if (limitMs <= 0) throw tooSlow()
      const characters = template.length
      const outcome = await limited(runs.run(renderTask, { template, data, included }, { ...run, limitMs, characters }))
      if (outcome.kind === 'text') return outcome.text
      if (outcome.kind === 'problem') throw new RenderingProblem(outcome.message)
      included.set(outcome.name, configurations.find(outcome.name)?.template)
    }
    throw new RenderingProblem(`The template includes more than ${MAX_INCLUDED} others`)
  }

  const preview = (template: string, run: RunOptions, sidecar: SidecarFacts = NO_SIDECAR) =>
    renderIn(boundedRuns, template, sidecar, run)

  return {
    /** Changes whenever a rendering may change, apart from the facts of the sidecar. */
    async stamp(): Promise<string> {
      await fresh()
      return `${configurations.generation()}.${variables.generation()}`
    },
    /** Renders for an agent. Throws a `RenderingProblem`. */
    render: ({ id, template }: StoredConfiguration, sidecar: SidecarFacts): Promise<string> =>
      renderIn(serverRuns, template, sidecar, { userId: `configuration ${id}` }),
    /** Renders for a user. Throws a `RenderingProblem`. */
    preview,
    /** Undefined if the template can be rendered. */
    async findProblem(template: string, run: RunOptions): Promise<string | undefined> {
      try {
        await preview(template, run)
        return undefined
      } catch (error) {
        if (error instanceof RenderingProblem) return error.message
        throw error
      }
    },
  }
}

const tooSlow = () =>
  new RenderingProblem(`The template takes more than ${RENDERING_LIMIT_MS / 1000} seconds to render`)

async function limited<T>(run: Promise<T>): Promise<T> {
  try {
    return await run
  } catch (error) {
    if (error instanceof LogyardError && error.code === 'run-too-slow') throw tooSlow()
    if (error instanceof LogyardError && error.code === 'run-too-large')
      throw new RenderingProblem('The template takes too much memory to render')
    throw error
  }
}
