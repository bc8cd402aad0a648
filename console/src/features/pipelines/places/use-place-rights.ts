import { connectsPipelines } from '@logyard/contract/identity/rights'
import { createPipeline, type PipelineSource, updatePipeline } from '@logyard/contract/pipelines/pipelines'
import { useMemo } from 'react'
import { useMay } from '../../../base/session/current-user.tsx'
import type { PlaceRights } from './place-draft.ts'

export function usePlaceRights(): PlaceRights {
  const may = useMay()
  return useMemo(() => {
    const mayConnect = may(connectsPipelines)
    return {
      mayConnect,
      mayCreate: mayConnect && may(createPipeline),
      mayEdit: ({ id }: PipelineSource) => may(updatePipeline, { id }),
    }
  }, [may])
}
