/** The changes of a stream. */
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
import { Stack, Text } from '@mantine/core'
import { useRichText, useText } from '../../base/text/text.tsx'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { DataName } from '../../ui/data-name.tsx'
import { STREAMS_KEY } from './stream-queries.ts'

interface NamedStream {
  readonly id: string
  readonly title: string
}

const CHANGED = [STREAMS_KEY] as const
/** Creating, cloning and deleting a stream changes the user's permissions. */
const WITH_OWNERSHIP = [STREAMS_KEY, ['current-user']] as const

export const useCreateStream = () =>
  useAction({
    run: (call, body: StreamDraft) => call(createStream, { body }),
    texts: 'streams.toast.create',
    changes: WITH_OWNERSHIP,
  })

export const useUpdateStream = (id: string) =>
  useAction({
    run: (call, body: StreamUpdate) => call(updateStream, { params: { id }, body }),
    texts: 'streams.toast.update',
    values: (_, stream) => ({ title: stream?.title ?? '' }),
    changes: CHANGED,
  })

export const useSetMatchingType = (id: string) =>
  useAskedAction({
    run: (call, type: MatchingType) => call(updateStream, { params: { id }, body: { matching_type: type } }),
    texts: 'streams.toast.update',
    done: 'streams.toast.matchingType',
    values: (type) => ({ type }),
    question: 'streams.matching.confirm',
    confirmLabel: 'streams.matching.confirm',
    isHarmless: true,
    changes: CHANGED,
  })

export const useCloneStream = (id: string) =>
  useAction({
    run: (call, body: StreamCloneDraft) => call(cloneStream, { params: { id }, body }),
    texts: 'streams.toast.clone',
    changes: WITH_OWNERSHIP,
  })

export function useDeleteStream() {
  const t = useText()
  const rich = useRichText()
  return useAskedAction({
    run: (call, { id }: NamedStream) => call(deleteStream, { params: { id } }),
    texts: 'streams.toast.delete',
    question: 'streams.delete',
    questionText: ({ title }) => (
      <Stack gap="xs">
        <Text size="sm">{t('streams.delete.text')}</Text>
        <Text size="sm">{rich('streams.delete.what', { title: <DataName>{title}</DataName> })}</Text>
      </Stack>
    ),
    changes: WITH_OWNERSHIP,
  })
}

/** Starts a stream. There is no toast on success: the list shows that the stream runs. */
export const useStartStream = () =>
  useAction({
    run: (call, id: string) => call(resumeStream, { params: { id } }),
    texts: 'streams.toast.start',
    changes: CHANGED,
  })

export const usePauseStream = () =>
  useAskedAction({
    run: (call, { id }: NamedStream) => call(pauseStream, { params: { id } }),
    texts: 'streams.toast.pause',
    question: 'streams.pause',
    namedText: 'streams.pause.text',
    confirmLabel: 'streams.pause',
    isHarmless: true,
    changes: CHANGED,
  })
