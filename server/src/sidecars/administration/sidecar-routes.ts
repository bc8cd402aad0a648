import * as contract from '@logyard/contract/sidecars/sidecars'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Assignments } from '../assignments/assignments.ts'
import type { Actions } from '../registrations/actions.ts'
import { filterRefused } from '../sidecar-errors.ts'
import type { SidecarService } from './sidecar-service.ts'

export interface SidecarRouteDeps {
  readonly sidecars: SidecarService
  readonly assignments: Pick<Assignments, 'replace' | 'changeTags'>
  readonly actions: Actions
}

export function sidecarRoutes(api: FastifyInstance, { sidecars, assignments, actions }: SidecarRouteDeps): void {
  serve(api, contract.listAllSidecars, () => sidecars.listAll())

  serve(api, contract.listSidecars, ({ query }) => sidecars.list(query))

  serve(api, contract.getSidecar, ({ params }) => sidecars.get(params.node_id))

  serve(api, contract.assignConfigurations, async ({ body, request }) => {
    const requested = assignmentsByNode(body)
    sidecars.requireAll(requested.keys())
    await assignments.replace(requested)
    request.log.info({ sidecars: requested.size }, 'configurations assigned to sidecars')
  })

  serve(api, contract.tagSidecars, async ({ body, request }) => {
    sidecars.requireAll(body.node_ids)
    await assignments.changeTags(body.node_ids, body.add ?? [], body.remove ?? [])
    request.log.info({ sidecars: body.node_ids.length }, 'tags of sidecars changed')
  })

  serve(api, contract.administrateSidecars, ({ body }) => sidecars.administrate(body))

  serve(api, contract.requestActions, async ({ body, request }) => {
    const requested = new Map<string, contract.CollectorAction[]>()
    for (const { sidecar_id, collector_ids } of body.collectors) {
      const wanted = collector_ids.map((collector_id) => ({ collector_id, properties: { [body.action]: true } }))
      requested.set(sidecar_id, [...(requested.get(sidecar_id) ?? []), ...wanted])
    }
    // One that expired meanwhile must not keep the others from their actions.
    await actions.request(requested)
    request.log.info({ sidecars: requested.size, action: body.action }, 'actions of collectors requested')
  })

  for (const operation of [contract.listActions, contract.listActionsAlias] as const) {
    serve(api, operation, async ({ params }) => [...(await actions.list(params.node_id))])
  }

  for (const operation of [contract.setActions, contract.setActionsAlias] as const) {
    serve(api, operation, async ({ params, body }) => {
      await actions.request(new Map([[params.node_id, body.map(readAction)]]))
    })
  }
}

/** Entries of the same sidecar are merged. */
function assignmentsByNode({ nodes }: contract.AssignmentRequest) {
  const requested = new Map<string, contract.ConfigurationAssignment[]>()
  for (const { node_id, assignments } of nodes) {
    const merged = [...(requested.get(node_id) ?? []), ...assignments]
    const distinct = new Map(merged.map((one) => [`${one.collector_id} ${one.configuration_id}`, one]))
    requested.set(node_id, [...distinct.values()])
  }
  return requested
}

function readAction({ collector_id, collector, properties }: contract.CollectorActionDrafts[number]) {
  const id = collector_id ?? collector
  if (id === undefined) throw filterRefused('Missing required properties: collector_id.')
  return { collector_id: id, properties }
}
