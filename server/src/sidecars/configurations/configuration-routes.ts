import * as contract from '@logyard/contract/sidecars/configurations'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { pageOfList } from '../../http/page-of-list.ts'
import { readPage } from '../../http/pagination.ts'
import { serve } from '../../http/serve.ts'
import { validationAnswer } from '../../http/validation-answer.ts'
import { SIDECAR_USERNAME } from '../../identity/users/sidecar-user.ts'
import { notAuthorized } from '../../platform/errors.ts'
import { listAnswer } from '../list-answer.ts'
import { previewFailed, sidecarNotFound } from '../sidecar-errors.ts'
import type { ConfigurationKind } from './configuration-kind.ts'
import { type Rendering, RenderingProblem, type SidecarFacts } from './rendering.ts'
import type { Uploads } from './uploads.ts'

export interface ConfigurationRouteDeps {
  readonly configurations: ConfigurationKind
  readonly rendering: Rendering
  readonly uploads: Uploads
  /** The ids of the registrations that have the configuration. */
  readonly registrationsWith: (configurationId: string) => Promise<readonly string[]>
  readonly findFacts: (nodeId: string) => SidecarFacts | undefined
}

const LIST = {
  fields: ['id', 'name', 'collector_id'],
  defaultField: 'name',
  sort: 'name',
  sortable: ['id', 'name', 'collector_id', 'color'],
}

export function configurationRoutes(api: FastifyInstance, deps: ConfigurationRouteDeps): void {
  const { configurations, registrationsWith } = deps
  serve(api, contract.listConfigurations, async ({ query }) => {
    const request = readPage(query, LIST)
    const found = pageOfList(await configurations.list(), request, (row) => row)
    const rows = found.rows.map(({ template: _, ...summary }) => summary)
    return { ...listAnswer(query, request, found, LIST.sort), configurations: rows }
  })

  serve(api, contract.getConfiguration, ({ params }) => configurations.get(params.id))

  serve(api, contract.listConfigurationSidecars, async ({ params }) => ({
    configuration_id: params.id,
    sidecar_ids: [...(await registrationsWith(params.id))],
  }))

  serve(api, contract.createConfiguration, ({ body, caller: { userId }, signal }) =>
    configurations.create(body, { userId, signal }),
  )

  serve(api, contract.updateConfiguration, ({ params, body, caller: { userId }, signal }) =>
    configurations.replace(params.id, () => body, { userId, signal }),
  )

  serve(api, contract.copyConfiguration, async ({ params, caller: { userId }, signal }) => {
    const { collector_id, color, template } = await configurations.get(params.id)
    // The copy has no tags, so that it does not replace the original on sidecars at once.
    await configurations.create({ collector_id, color, template, name: params.name }, { userId, signal })
  })

  serve(api, contract.deleteConfiguration, async ({ params, reply }) =>
    (await configurations.find(params.id)) === undefined ? reply.code(304).send() : configurations.delete(params.id),
  )

  serve(api, contract.validateConfiguration, async ({ body, caller, signal }) => {
    refuseAgents(caller)
    return validationAnswer(await configurations.problemsOf(body, { userId: caller.userId, signal }))
  })

  templateRoutes(api, deps)
}

/** Every host has a token of their user. Agents fetch renderings, and try no templates. */
function refuseAgents({ username }: Caller): void {
  if (username === SIDECAR_USERNAME) throw notAuthorized()
}

function templateRoutes(api: FastifyInstance, { rendering, uploads, findFacts }: ConfigurationRouteDeps): void {
  serve(api, contract.previewTemplate, async ({ body, caller, signal }) => {
    refuseAgents(caller)
    if (body.node_id !== undefined) caller.require('sidecars:read')
    const sidecar = body.node_id === undefined ? undefined : findFacts(body.node_id)
    if (body.node_id !== undefined && sidecar === undefined) throw sidecarNotFound(body.node_id)
    try {
      return { preview: await rendering.preview(body.template, { userId: caller.userId, signal }, sidecar) }
    } catch (error) {
      if (error instanceof RenderingProblem) throw previewFailed(error.message)
      throw error
    }
  })

  serve(api, contract.listUploads, ({ query }) => uploads.page(query.page ?? 1))

  serve(api, contract.uploadConfiguration, async ({ body, request }) => {
    await uploads.add(body)
    request.log.info({ nodeId: body.node_id }, 'collector configuration uploaded')
  })
}
