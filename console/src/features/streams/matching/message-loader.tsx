/** Loads a stored message to test rules with: the newest of an input, or one by its id. */
import { listInputs } from '@logyard/contract/ingest/inputs'
import { getMessage } from '@logyard/contract/search/messages'
import { searchRelative } from '@logyard/contract/search/universal-search'
import { Button, Group, Select, Tabs, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { useQueryValues } from '../../../base/routes/location.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import classes from '../streams.module.css'
import type { ExampleFields } from './example-message.ts'

interface MessageLoaderProps {
  readonly onLoad: (fields: ExampleFields) => void
}

const LOOK_BACK_S = 3600

export function MessageLoader({ onLoad }: MessageLoaderProps) {
  const t = useText()
  const linked = useLinkedMessage()
  const [tab, setTab] = useState<string | null>(linked === undefined ? 'recent' : 'id')
  return (
    <Tabs value={tab} onChange={setTab}>
      <Tabs.List>
        <Tabs.Tab value="recent">{t('streams.load.recent')}</Tabs.Tab>
        <Tabs.Tab value="id">{t('streams.load.id')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="recent" pt="sm">
        <RecentMessage onLoad={onLoad} />
      </Tabs.Panel>
      <Tabs.Panel value="id" pt="sm">
        <MessageById linked={linked} onLoad={onLoad} />
      </Tabs.Panel>
    </Tabs>
  )
}

interface StoredMessage {
  readonly index: string
  readonly messageId: string
}

/** The message that the address names; it needs both index and id. */
function useLinkedMessage(): StoredMessage | undefined {
  const values = useQueryValues()
  const [index, messageId] = [values.get('index') ?? '', values.get('message_id') ?? '']
  return index === '' || messageId === '' ? undefined : { index, messageId }
}

function RecentMessage({ onLoad }: MessageLoaderProps) {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  const [inputId, setInputId] = useState<string | null>(null)
  const inputs = useQuery({ queryKey: ['inputs', 'all'], queryFn: ({ signal }) => call(listInputs, { signal }) })
  const load = useMutation({
    mutationFn: (id: string) =>
      call(searchRelative, {
        query: {
          query: `gl2_source_input:${id} OR gl2_source_radio_input:${id}`,
          range: LOOK_BACK_S,
          limit: 1,
          decorate: false,
        },
      }),
    onSuccess({ messages }) {
      const [hit] = messages
      if (hit === undefined) notify.error(t('streams.load.noRecent'))
      else onLoad(hit.message)
    },
    onError: (error) =>
      notify.error(t('streams.load.failed', { status: statusText(error) }), t('streams.load.failed.title')),
  })
  const options = (inputs.data?.inputs ?? [])
    .map(({ id, title, name }) => ({ value: id, label: `${title} (${name})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <Group align="flex-end" gap="sm">
      <Select
        className={classes['loaderField'] ?? ''}
        label={t('streams.load.input')}
        placeholder={t('streams.load.input.choose')}
        data={options}
        value={inputId}
        searchable
        // Screen readers would announce a closed list that stays mounted.
        comboboxProps={{ keepMounted: false }}
        renderOption={({ option }) => <span translate="no">{option.label}</span>}
        onChange={setInputId}
      />
      <Button
        variant="default"
        disabled={inputId === null || load.isPending}
        onClick={() => inputId !== null && load.mutate(inputId)}
      >
        {t(load.isPending ? 'streams.load.loading' : 'streams.load.load')}
      </Button>
    </Group>
  )
}

function MessageById({ linked, onLoad }: MessageLoaderProps & { linked: StoredMessage | undefined }) {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  const [messageId, setMessageId] = useState(linked?.messageId ?? '')
  const [index, setIndex] = useState(linked?.index ?? '')
  const load = useMutation({
    mutationFn: (params: StoredMessage) => call(getMessage, { params }),
    onSuccess: ({ message }) => onLoad({ ...message.fields, timestamp: message.timestamp }),
    onError: (error) =>
      notify.error(t('streams.load.failed', { status: statusText(error) }), t('streams.load.failed.title')),
  })
  const asked = { index: index.trim(), messageId: messageId.trim() }
  const isComplete = asked.index !== '' && asked.messageId !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) load.mutate(asked)
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
          className={classes['loaderField'] ?? ''}
          label={t('streams.load.messageId')}
          value={messageId}
          required
          onChange={({ currentTarget }) => setMessageId(currentTarget.value)}
        />
        <TextInput
          className={classes['loaderField'] ?? ''}
          label={t('streams.load.index')}
          value={index}
          required
          onChange={({ currentTarget }) => setIndex(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!isComplete || load.isPending}>
          {t(load.isPending ? 'streams.load.loading' : 'streams.load.loadById')}
        </Button>
      </Group>
    </form>
  )
}
