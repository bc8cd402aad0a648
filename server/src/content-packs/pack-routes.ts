import * as catalogContract from '@logyard/contract/content-packs/catalog'
import * as proposalContract from '@logyard/contract/content-packs/configuration-proposals'
import * as textContract from '@logyard/contract/content-packs/configuration-text'
import * as contract from '@logyard/contract/content-packs/content-packs'
import * as upgradeContract from '@logyard/contract/content-packs/upgrades'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { Catalog } from './catalog/catalog.ts'
import { checkConstraints } from './constraints.ts'
import { packNotFound } from './content-pack-errors.ts'
import type { Installations } from './installations/installations.ts'
import type { ContentPacks } from './packs/pack-service.ts'
import type { Proposals } from './proposals/proposals.ts'
import type { ConfigurationText } from './text/configuration-text.ts'
import type { Upgrades } from './upgrades/upgrades.ts'

export interface PackRoutesDeps {
  readonly packs: ContentPacks
  readonly installations: Installations
  readonly catalog: Catalog
  readonly upgrades: Upgrades
  readonly text: ConfigurationText
  readonly proposals: Proposals
  readonly apiUrl: string
}

export function packRoutes(api: FastifyInstance, deps: PackRoutesDeps): void {
  storedPackRoutes(api, deps)
  installationRoutes(api, deps)
  portableObjectRoutes(api, deps)
  proposalRoutes(api, deps)
}

const revisionOf = ({ id, rev }: { readonly id: string; readonly rev: string }) => {
  if (!/^\d{1,10}$/.test(rev)) throw packNotFound(id, rev)
  return Number(rev)
}
const constraintsOf = (pack: contract.ContentPack) => (pack.v === '1' ? checkConstraints(pack.entities) : [])

function storedPackRoutes(api: FastifyInstance, { packs, apiUrl }: PackRoutesDeps): void {
  const listAnswer = async (listed: readonly contract.ContentPack[]): Promise<contract.ContentPackList> => ({
    total: listed.length,
    content_packs: [...listed],
    content_packs_metadata: await packs.installed(),
  })

  serve(api, contract.listContentPacks, async () => listAnswer(await packs.list()))
  serve(api, contract.listLatestContentPacks, async () => listAnswer(await packs.latest()))

  serve(api, contract.getContentPack, async ({ params }) => {
    const revisions = await packs.revisions(params.id)
    return {
      content_pack_revisions: Object.fromEntries(revisions.map((pack) => [pack.rev, pack])),
      constraints_result: Object.fromEntries(revisions.map((pack) => [pack.rev, constraintsOf(pack)])),
    }
  })

  serve(api, contract.getContentPackRevision, async ({ params }) => {
    const pack = await packs.get(params.id, revisionOf(params))
    return { content_pack: pack, constraints_result: constraintsOf(pack) }
  })

  serve(api, contract.downloadContentPack, async ({ params, reply }) => {
    const pack = await packs.get(params.id, revisionOf(params))
    const name = `content-pack-${pack.id.replaceAll(/[^\w.-]/g, '_')}-${pack.rev}.json`
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return pack
  })

  serve(api, contract.createContentPack, async ({ body, reply }) => {
    const { id } = await packs.add(body)
    reply.header('location', `${apiUrl}/system/content_packs/${encodeURIComponent(id)}`)
  })

  serve(api, contract.deleteContentPack, ({ params }) => packs.delete(params.id))

  serve(api, contract.deleteContentPackRevision, ({ params }) => packs.delete(params.id, revisionOf(params)))
}

function installationRoutes(api: FastifyInstance, { packs, installations }: PackRoutesDeps): void {
  serve(api, contract.installContentPack, async ({ params, body, caller, signal }) => {
    const pack = await packs.get(params.id, revisionOf(params))
    return installations.install(pack, body, { caller, signal })
  })

  serve(api, contract.listInstallations, async ({ params }) => {
    const listed = await installations.list(params.id)
    return { total: listed.length, installations: [...listed] }
  })

  serve(api, contract.getUninstallDetails, async ({ params }) => ({
    entities: [...(await installations.deletable(params.id, params.iid))],
  }))

  serve(api, contract.uninstallContentPack, ({ params, caller }) =>
    installations.uninstall(params.id, params.iid, caller),
  )
}

/** The objects that packs can have, upgrades of installations, and objects as configuration text. */
function portableObjectRoutes(api: FastifyInstance, { catalog, upgrades, text }: PackRoutesDeps): void {
  serve(api, catalogContract.listCatalog, async ({ caller }) => ({ entities: await catalog.index(caller) }))
  serve(api, catalogContract.resolveCatalog, ({ body, caller }) => catalog.resolve(body.entities, caller))

  serve(api, upgradeContract.planUpgrade, ({ params, body, caller }) =>
    upgrades.plan(params.id, params.iid, body, caller),
  )
  serve(api, upgradeContract.upgradeInstallation, ({ params, body, caller, signal }) =>
    upgrades.upgrade(params.id, params.iid, body, { caller, signal }),
  )

  serve(api, textContract.readConfiguration, ({ caller }) => text.read(caller))
  serve(api, textContract.planConfiguration, ({ body, caller }) => text.plan(body, caller))
  serve(api, textContract.applyConfiguration, async ({ body, caller, request, signal }) => {
    const applied = await text.apply(body, { caller, signal })
    request.log.info({ changes: applied.changes.length }, 'configuration applied')
    return applied
  })
}

function proposalRoutes(api: FastifyInstance, { proposals }: PackRoutesDeps): void {
  serve(api, proposalContract.listProposals, async ({ caller }) => ({ proposals: await proposals.list(caller) }))
  serve(api, proposalContract.getProposal, ({ params, caller }) => proposals.get(params.id, caller))
  serve(api, proposalContract.createProposal, ({ body, caller }) => proposals.create(body, caller))
  serve(api, proposalContract.applyProposal, ({ params, caller, signal }) =>
    proposals.apply(params.id, { caller, signal }),
  )
  serve(api, proposalContract.rejectProposal, ({ params, caller }) => proposals.reject(params.id, caller))
}
