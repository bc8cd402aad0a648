/** The calls of agents. */
import { renderConfiguration } from '@logyard/contract/sidecars/configurations'
import { type RegistrationResponse, registerSidecar } from '@logyard/contract/sidecars/sidecars'
import { createLruMap } from '@logyard/languages/caches/lru-map'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Assignments } from '../assignments/assignments.ts'
import type { ConfigurationKind } from '../configurations/configuration-kind.ts'
import { type Rendering, RenderingProblem } from '../configurations/rendering.ts'
import { entityTag, isKnownToClient } from '../entity-tag.ts'
import type { Actions } from '../registrations/actions.ts'
import type { StoredRegistration } from '../registrations/registration-store.ts'
import type { Registrations } from '../registrations/registrations.ts'
import { storedDetails } from '../registrations/stored-details.ts'
import { headerMissing, renderedSidecarNotFound, renderingFailed } from '../sidecar-errors.ts'
import type { SidecarSettingsReader } from '../sidecar-settings.ts'
import { factsOf } from './sidecar-facts.ts'

export interface AgentRouteDeps {
  readonly registrations: Registrations
  readonly assignments: Pick<Assignments, 'reader'>
  readonly actions: Actions
  readonly configurations: Pick<ConfigurationKind, 'get'>
  readonly rendering: Rendering
  readonly sidecarSettings: SidecarSettingsReader
}

const VERSION_HEADER = 'X-Graylog-Sidecar-Version'
/** Renderings whose tags are remembered; a tag of another one is computed again. */
export const MAX_KNOWN_TAGS = 50_000

export function agentRoutes(api: FastifyInstance, deps: AgentRouteDeps): void {
  const { registrations, assignments, actions, sidecarSettings, configurations } = deps
  const tags = createLruMap<string, KnownTag>(MAX_KNOWN_TAGS)

  serve(api, registerSidecar, async ({ params, body, request }): Promise<RegistrationResponse> => {
    const sidecar = await registrations.register({
      node_id: params.node_id,
      node_name: body.node_name,
      node_details: storedDetails(body.node_details),
      sidecar_version: versionOf(request),
    })
    const { updateIntervalSeconds, sendsStatus, overridesAgents } = await sidecarSettings.read()
    const assigned = (await assignments.reader())(sidecar)
    const requested = await actions.handOut(params.node_id)
    return {
      configuration: { update_interval: updateIntervalSeconds, send_status: sendsStatus },
      configuration_override: overridesAgents,
      actions: requested.length === 0 ? null : [...requested],
      assignments:
        assigned.assignments === null && assigned.byTags.length === 0
          ? null
          : [...(assigned.assignments ?? []), ...assigned.byTags],
    }
  })

  serve(api, renderConfiguration, async ({ params, request, reply }) => {
    const sidecar = registrations.find(params.sidecarId)
    if (sidecar === undefined) throw renderedSidecarNotFound(params.sidecarId)
    const configuration = await configurations.get(params.configurationId)
    const key = `${sidecar.node_id} ${configuration.id}`
    const stamp = JSON.stringify([await deps.rendering.stamp(), factsOf(sidecar)])
    const known = tags.get(key)
    // The text is rendered only for agents that do not have it.
    if (known?.stamp === stamp && isKnownToClient(request, reply, known.tag)) return reply.code(304).send()
    const { tags: _, ...rendered } = {
      ...configuration,
      template: await renderOrFail(deps, configuration.id, sidecar),
    }
    const tag = entityTag(JSON.stringify(rendered))
    tags.set(key, { stamp, tag })
    if (isKnownToClient(request, reply, tag)) return reply.code(304).send()
    return rendered
  })
}

interface KnownTag {
  readonly stamp: string
  readonly tag: string
}

async function renderOrFail(
  { configurations, rendering }: AgentRouteDeps,
  id: string,
  sidecar: StoredRegistration,
): Promise<string> {
  const configuration = await configurations.get(id)
  try {
    return await rendering.render(configuration, factsOf(sidecar))
  } catch (error) {
    if (error instanceof RenderingProblem) throw renderingFailed(configuration.name, error.message)
    throw error
  }
}

function versionOf(request: FastifyRequest): string {
  const version = request.headers[VERSION_HEADER.toLowerCase()]
  if (typeof version !== 'string' || version.trim() === '') {
    throw headerMissing(VERSION_HEADER)
  }
  return version.trim().slice(0, 100)
}
