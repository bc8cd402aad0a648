/** The mutations of a stream, with their toasts. */

import {
  cloneStream,
  createStream,
  deleteStream,
  type MatchingType,
  pauseStream,
  resumeStream,
  type StreamCloneDraft,
  type StreamDraft,
  type StreamUpdate,
  updateStream,
} from '@logyard/contract/streams/streams'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { STREAMS_KEY } from './stream-queries.ts'

export interface NamedStream {
  readonly id: string
  readonly title: string
}

/** Creating, cloning and deleting a stream changes the user's permissions. */
const WITH_OWNERSHIP = [STREAMS_KEY, ['current-user']] as const

export function useCreateStream() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: StreamDraft) => call(createStream, { body }),
    succeeded: () => t('streams.toast.created'),
    failed: (_, status) => ({
      title: t('streams.toast.saveFailed.title'),
      text: t('streams.toast.saveFailed', { status }),
    }),
    changes: WITH_OWNERSHIP,
  })
}

export function useUpdateStream() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ stream, change }: { stream: NamedStream; change: StreamUpdate }) =>
      call(updateStream, { params: { id: stream.id }, body: change }),
    succeeded: (_, { title }) => t('streams.toast.updated', { title }),
    failed: (_, status) => ({
      title: t('streams.toast.updateFailed.title'),
      text: t('streams.toast.updateFailed', { status }),
    }),
    changes: [STREAMS_KEY],
  })
}

export function useSetMatchingType() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ stream, type }: { stream: NamedStream; type: MatchingType }) =>
      call(updateStream, { params: { id: stream.id }, body: { matching_type: type } }),
    succeeded: ({ type }) => t('streams.toast.matchingType', { type }),
    failed: (_, status) => ({
      title: t('streams.toast.updateFailed.title'),
      text: t('streams.toast.updateFailed', { status }),
    }),
    changes: [STREAMS_KEY],
  })
}

export function useCloneStream() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ stream, draft }: { stream: NamedStream; draft: StreamCloneDraft }) =>
      call(cloneStream, { params: { id: stream.id }, body: draft }),
    succeeded: ({ draft }) => t('streams.toast.cloned', { title: draft.title }),
    failed: (_, status) => ({
      title: t('streams.toast.cloneFailed.title'),
      text: t('streams.toast.cloneFailed', { status }),
    }),
    changes: WITH_OWNERSHIP,
  })
}

export function useDeleteStream() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: NamedStream) => call(deleteStream, { params: { id } }),
    succeeded: ({ title }) => t('streams.toast.deleted', { title }),
    failed: (_, status) => ({
      title: t('streams.toast.deleteFailed.title'),
      text: t('streams.toast.deleteFailed', { status }),
    }),
    changes: WITH_OWNERSHIP,
  })
}

export interface StreamSwitch {
  readonly stream: NamedStream
  readonly to: 'running' | 'paused'
}

/** Starts or pauses a stream; the list shows the result. */
export function useSwitchStream() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ stream: { id }, to }: StreamSwitch) =>
      call(to === 'running' ? resumeStream : pauseStream, { params: { id } }),
    failed: ({ to }, status) =>
      to === 'running'
        ? { title: t('streams.toast.resumeFailed.title'), text: t('streams.toast.resumeFailed', { status }) }
        : { title: t('streams.toast.pauseFailed.title'), text: t('streams.toast.pauseFailed', { status }) },
    changes: [STREAMS_KEY],
  })
}
