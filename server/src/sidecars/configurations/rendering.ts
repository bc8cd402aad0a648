/** Renders the templates of configurations, for sidecars and for previews. */
import {
  parseTemplate,
  renderTemplate,
  type Template,
  type TemplateData,
} from '@logyard/languages/freemarker/freemarker'
import { TemplateError } from '@logyard/languages/freemarker/template-error'
import type { Replica } from '../../platform/settings/replica.ts'
import type { StoredConfiguration } from './configuration-store.ts'
import type { StoredVariable } from './variable-store.ts'

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

export interface RenderingDeps {
  readonly configurations: Replica<StoredConfiguration>
  readonly variables: Replica<StoredVariable>
}

export type Rendering = ReturnType<typeof createRendering>

export function createRendering({ configurations, variables }: RenderingDeps) {
  /** Parsed once for each stored version. */
  const templates = new WeakMap<StoredConfiguration, Template>()
  let inserted: { readonly generation: number; readonly values: Readonly<Record<string, string>> } | undefined

  function variableValues(): Readonly<Record<string, string>> {
    const generation = variables.generation()
    if (inserted?.generation !== generation) {
      const values = Object.fromEntries(variables.list().map(({ name, content }) => [name, content]))
      inserted = { generation, values }
    }
    return inserted.values
  }

  function templateOf(configuration: StoredConfiguration): Template {
    const known = templates.get(configuration)
    if (known !== undefined) return known
    const template = parseTemplate(configuration.template)
    templates.set(configuration, template)
    return template
  }

  const findTemplate = (id: string) => {
    const configuration = configurations.find(id)
    return configuration === undefined ? undefined : templateOf(configuration)
  }

  const dataFor = (sidecar: SidecarFacts): TemplateData => ({ sidecar: { ...sidecar }, user: variableValues() })

  async function fresh(): Promise<void> {
    await configurations.fresh()
    await variables.fresh()
  }

  return {
    /** Changes whenever a rendering may change, apart from the facts of the sidecar. */
    async stamp(): Promise<string> {
      await fresh()
      return `${configurations.generation()}.${variables.generation()}`
    },
    /** Throws a `TemplateError`. */
    async render(configuration: StoredConfiguration, sidecar: SidecarFacts): Promise<string> {
      await fresh()
      return renderTemplate(templateOf(configuration), dataFor(sidecar), { findTemplate })
    },
    /** Throws a `TemplateError`. */
    async preview(template: string, sidecar: SidecarFacts = NO_SIDECAR): Promise<string> {
      await fresh()
      return renderTemplate(parseTemplate(template), dataFor(sidecar), { findTemplate })
    },
    /** Undefined if the template can be rendered. */
    async findProblem(template: string): Promise<string | undefined> {
      try {
        await this.preview(template)
        return undefined
      } catch (error) {
        if (error instanceof TemplateError) return error.message
        throw error
      }
    },
  }
}
