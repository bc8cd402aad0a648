import { getMessage } from '@logyard/contract/search/messages'
import { Button, Group, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import type { LoadedMessage, StoredMessage } from './loaded-message.ts'

interface MessageByIdProps {
  readonly linked: StoredMessage | undefined
  readonly onLoad: (message: LoadedMessage) => void
}

export function MessageById({ linked, onLoad }: MessageByIdProps) {
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
