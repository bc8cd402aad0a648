import { getClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { TOKEN_SETTINGS_KEY } from '@logyard/contract/identity/token-settings'
import type { Token } from '@logyard/contract/identity/tokens'
import { Button, Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { configDocumentQuery } from '../../../cluster-config/config-document-query.ts'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useDurationText } from '../../../ui/time/use-duration-text.ts'
import { useNow } from '../../../ui/time/use-now.ts'
import { useCreateToken } from '../user-actions.ts'
import { EXPIRIES, type Expiry, expiryBody, isExpiry, isPastDay, isWithin } from './token-expiry.ts'

interface TokenDraft {
  readonly name: string
  readonly expiry: Expiry
  readonly day: string
}
const EMPTY: TokenDraft = { name: '', expiry: 'never', day: '' }

export function TokenCreateForm({ userId, onCreated }: { userId: string; onCreated: (token: Token) => void }) {
  const t = useText()
  const now = useNow('minute')
  const durationText = useDurationText()
  const create = useCreateToken(userId)
  const dayError = (day: string) =>
    day === '' ? t('users.error.required') : isPastDay(day, now) && t('users.tokens.error.past')
  const form = useEntityForm({
    isNew: true,
    initial: EMPTY,
    labels: { name: t('users.tokens.name'), day: t('users.tokens.day') },
    problems: ({ expiry, day }) => ({ day: expiry === 'date' && dayError(day) }),
    save: ({ name, expiry, day }) => create.mutateAsync({ name: name.trim(), body: expiryBody(expiry, day) }),
    onSaved(token) {
      form.reset(EMPTY)
      onCreated(token)
    },
  })
  const { expiry, name } = form.values
  const limitMs = useLongestLifetime()
  const expiries = EXPIRIES.filter((value) => isWithin(value, limitMs))
  const labelOf = (value: Expiry) =>
    value === 'never' && limitMs !== null
      ? t('users.tokens.expiry.longest', { duration: durationText(limitMs) })
      : t(`users.tokens.expiry.${value}`)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    void form.submit()
  }
  return (
    <form onSubmit={submit} noValidate aria-label={t('users.tokens.create.title')}>
      <Group align="flex-start" gap="sm">
        <TextInput
          flex="1 1 240px"
          maw={420}
          label={t('users.tokens.name')}
          placeholder={t('users.tokens.name.placeholder')}
          autoComplete="off"
          {...form.text('name')}
        />
        <Select
          label={t('users.tokens.expires')}
          allowDeselect={false}
          data={expiries.map((value) => ({ value, label: labelOf(value) }))}
          value={expiry}
          onChange={(next) => isExpiry(next) && form.change({ expiry: next })}
        />
        {expiry === 'date' && (
          <TextInput
            type="date"
            label={t('users.tokens.day')}
            description={t('users.tokens.day.help')}
            {...form.text('day')}
          />
        )}
      </Group>
      <Button type="submit" mt="md" disabled={name.trim() === ''} loading={create.isPending}>
        {t('ui.create')}
      </Button>
    </form>
  )
}

/** Limit for new tokens; null if there is none, or if the user may not read it. */
function useLongestLifetime(): number | null {
  const settings = useQuery({
    ...configDocumentQuery(useCall(), TOKEN_SETTINGS_KEY),
    enabled: useMay()(getClusterConfig),
  })
  const longestMs = settings.data?.['longest_lifetime_ms']
  return typeof longestMs === 'number' ? longestMs : null
}
