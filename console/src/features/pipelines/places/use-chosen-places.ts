import { getMessage } from '@logyard/contract/search/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../../api/call-query.ts'
import { useQueryValues } from '../../../base/routes/location.ts'
import { useCall } from '../../../base/services/services.tsx'
import { isIncomplete, NO_PLACE, type PlaceDraft, proposedPlace, rulePlaces } from './place-draft.ts'
import { usePlaceRights } from './use-place-rights.ts'
import { useProcessing } from './use-processing.ts'

/** Where a new rule is to run: first proposed for the message that the address names, then as the user chooses. */
export function useChosenPlaces() {
  const [chosen, setChosen] = useState<readonly PlaceDraft[]>()
  const processing = useProcessing()
  const rights = usePlaceRights()
  const message = useLinkedMessage()
  const isReady = processing !== undefined && !message.isLoading
  const places = chosen ?? [isReady ? proposedPlace(processing, rights, message.streamIds) : NO_PLACE]
  return {
    processing: isReady ? processing : undefined,
    places,
    isChanged: chosen !== undefined,
    isComplete: !places.some(isIncomplete),
    request: rulePlaces(places),
    change: setChosen,
  }
}

function useLinkedMessage() {
  const call = useCall()
  const values = useQueryValues()
  const index = values.get('index') ?? ''
  const messageId = values.get('message_id') ?? ''
  const message = useQuery({
    ...callQuery(call, ['message', index, messageId], getMessage, { params: { index, messageId } }),
    enabled: index !== '' && messageId !== '',
    retry: false,
  })
  return { isLoading: message.isLoading, streamIds: message.data?.message.stream_ids ?? [] }
}
