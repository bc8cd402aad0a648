/**
 * Loads a message to test rules or extractors with: the newest of an input if the user may search, one by its id, or a
 * pasted payload.
 */
import { searchesEverywhere } from '@logyard/contract/identity/rights'
import { getMessage } from '@logyard/contract/search/messages'
import { Button, Group, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useMay } from '../../base/session/current-user.tsx'
import type { MessageId as TextId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { TabViews } from '../../ui/tabs/tab-views.tsx'
import { InputSelect } from './input-select.tsx'
import type { LoadedMessage, StoredMessage } from './loaded-message.ts'
import { newestMessage } from './newest-message.ts'
import { RawMessage } from './raw-message.tsx'

type Source = 'recent' | 'id' | 'raw'

const LABELS: Readonly<Record<Source, TextId>> = {
  recent: 'messages.load.recent',
  id: 'messages.load.id',
  raw: 'messages.load.raw',
}

interface MessageLoaderProps {
  readonly sources: readonly Source[]
  readonly onLoad: (message: LoadedMessage) => void
  /** The tab changed: a loaded message may be dropped. */
  readonly onSource?: () => void
  /** The only input whose newest message is loaded; absent: the user selects one. */
  readonly inputId?: string
  /** A message to load at once by its id. */
  readonly linked?: StoredMessage | undefined
  /** A pasted payload can name the input that received it. */
  readonly withInput?: boolean
}

export function MessageLoader({ sources, onLoad, onSource, inputId, linked, withInput = false }: MessageLoaderProps) {
  const t = useText()
  const canSearch = useMay()(searchesEverywhere)
  const offered = sources.filter((one) => one !== 'recent' || canSearch)
  const [source, setSource] = useState<string | null>(linked === undefined ? (offered[0] ?? null) : 'id')
  const contents = {
    recent: <RecentMessage inputId={inputId} onLoad={onLoad} />,
    id: <MessageById linked={linked} onLoad={onLoad} />,
    raw: <RawMessage withInput={withInput} onLoad={onLoad} />,
  }
  return (
    <TabViews
      value={source}
      onChange={(next) => {
        setSource(next)
        onSource?.()
      }}
      views={offered.map((one) => ({ id: one, label: t(LABELS[one]), content: contents[one] }))}
    />
  )
}

interface RecentMessageProps {
  /** `undefined`: the user selects one. */
  readonly inputId: string | undefined
  readonly onLoad: (message: LoadedMessage) => void
}

function RecentMessage({ inputId, onLoad }: RecentMessageProps) {
  const t = useText()
  const notify = useNotify()
  const [selected, setSelected] = useState<string | null>(null)
  const wanted = inputId ?? selected
  const load = useAction({
    async run(call, id: string) {
      const message = await newestMessage(call, id)
      if (message === undefined) notify.error(t('messages.load.noRecent'))
      else onLoad(message)
    },
    texts: 'messages.load',
    changes: [],
  })
  return (
    <Group align="flex-end" gap="sm">
      {inputId === undefined && <InputSelect value={selected} onChange={setSelected} />}
      <Button
        variant="default"
        disabled={wanted === null || load.isPending}
        onClick={() => wanted !== null && load.mutate(wanted)}
      >
        {t(load.isPending ? 'messages.load.loading' : 'messages.load.load')}
      </Button>
    </Group>
  )
}

interface MessageByIdProps {
  readonly linked: StoredMessage | undefined
  readonly onLoad: (message: LoadedMessage) => void
}

function MessageById({ linked, onLoad }: MessageByIdProps) {
  const t = useText()
  const [id, setId] = useState(linked?.id ?? '')
  const [index, setIndex] = useState(linked?.index ?? '')
  const load = useAction({
    async run(call, stored: StoredMessage) {
      const { message } = await call(getMessage, { params: { index: stored.index, messageId: stored.id } })
      onLoad({ stored, fields: { ...message.fields, timestamp: message.timestamp } })
    },
    texts: 'messages.load',
    changes: [],
  })
  const wanted = { index: index.trim(), id: id.trim() }
  const isComplete = wanted.index !== '' && wanted.id !== ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isComplete) load.mutate(wanted)
  }
  // A message named by the address is loaded once, without a click.
  const isLoaded = useRef(false)
  const { mutate } = load
  useEffect(() => {
    if (linked === undefined || isLoaded.current) return
    isLoaded.current = true
    mutate(linked)
  }, [linked, mutate])
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          flex="1 1 220px"
          label={t('messages.load.messageId')}
          value={id}
          required
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        />
        <TextInput
          flex="1 1 220px"
          label={t('messages.load.index')}
          value={index}
          required
          onChange={({ currentTarget }) => setIndex(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!isComplete || load.isPending}>
          {t(load.isPending ? 'messages.load.loading' : 'messages.load.loadById')}
        </Button>
      </Group>
    </form>
  )
}
