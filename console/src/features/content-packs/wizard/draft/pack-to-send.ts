import type { ContentPackDraft } from '@logyard/contract/content-packs/content-packs'
import { withParameters } from './applied-parameters.ts'
import { draftEntities, type PackDraft } from './pack-draft.ts'

/** The pack as it is uploaded and downloaded. */
export const packToSend = (draft: PackDraft): ContentPackDraft => ({
  v: '1',
  id: draft.id,
  rev: draft.rev,
  name: draft.name,
  summary: draft.summary,
  description: draft.description,
  vendor: draft.vendor,
  url: draft.url.trim(),
  parameters: [...draft.parameters],
  entities: draftEntities(draft).map((entity) => withParameters(entity, draft.applied[entity.id])),
})
