import type { Token } from '@logyard/contract/identity/tokens'
import { Button, Group, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useText } from '../../../base/text/text.tsx'
import { useDurationText } from '../../../ui/time/use-duration-text.ts'
import { useNow } from '../../../ui/time/use-now.ts'
import { useCreateToken } from '../user-actions.ts'
import classes from './token-create-form.module.css'
import { EXPIRIES, type Expiry, expiryBody, isExpiry, isPastDay, isWithin } from './token-expiry.ts'
import { useLongestLifetime } from './use-longest-lifetime.ts'

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
  const form = useForm<TokenDraft>({
    initialValues: EMPTY,
    validate: ({ expiry, day }) => {
      if (expiry !== 'date') return {}
      if (day === '') return { day: t('users.error.required') }
      return isPastDay(day, now) ? { day: t('users.tokens.error.past') } : {}
    },
  })
  const { expiry, name } = form.values
  const limitMs = useLongestLifetime()
  const expiries = EXPIRIES.filter((value) => isWithin(value, limitMs))
  const labelOf = (value: Expiry) =>
    value === 'never' && limitMs !== null
      ? t('users.tokens.expiry.longest', { duration: durationText(limitMs) })
      : t(`users.tokens.expiry.${value}`)
  const submit = form.onSubmit((draft) =>
    create.mutate(
      { name: draft.name.trim(), body: expiryBody(draft.expiry, draft.day) },
      {
        onSuccess: (token) => {
          form.reset()
          onCreated(token)
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t('users.tokens.create.title')}>
      <Group align="flex-start" gap="sm">
        <TextInput
          className={classes['name'] ?? ''}
          label={t('users.tokens.name')}
          placeholder={t('users.tokens.name.placeholder')}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Select
          label={t('users.tokens.expires')}
          allowDeselect={false}
          data={expiries.map((value) => ({ value, label: labelOf(value) }))}
          value={expiry}
          onChange={(next) => isExpiry(next) && form.setFieldValue('expiry', next)}
        />
        {expiry === 'date' && (
          <TextInput
            type="date"
            label={t('users.tokens.day')}
            description={t('users.tokens.day.help')}
            {...form.getInputProps('day')}
          />
        )}
      </Group>
      <Button type="submit" mt="md" disabled={name.trim() === ''} loading={create.isPending}>
        {create.isPending ? t('users.tokens.creating') : t('users.tokens.create')}
      </Button>
    </form>
  )
}
