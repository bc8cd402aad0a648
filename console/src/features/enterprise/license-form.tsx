import {
  EMAIL_PATTERN,
  type LicenseRequest,
  MAX_APPLICANT_LENGTH,
  requestLicense,
} from '@logyard/contract/license/license'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { apiFieldErrors } from '../../ui/form/api-field-errors.ts'
import { SaveButton } from '../../ui/form/save-button.tsx'
import { LICENSE_KEY } from './license-queries.ts'

const EMPTY: LicenseRequest = { first_name: '', last_name: '', company: '', email: '', phone: '' }
const FIELDS = ['first_name', 'last_name', 'company', 'email', 'phone'] as const
type Field = (typeof FIELDS)[number]

const FACTS = {
  first_name: { type: 'text', autoComplete: 'given-name' },
  last_name: { type: 'text', autoComplete: 'family-name' },
  company: { type: 'text', autoComplete: 'organization' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
} as const
const PHONE = /^[0-9\-.()+ ]{5,}$/
const EMAIL = new RegExp(EMAIL_PATTERN)

/** Asks for a free license. */
export function LicenseForm() {
  const t = useText()
  const [draft, setDraft] = useState(EMPTY)
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set())
  const request = useLicenseRequest()
  const values = spaced(draft)
  const problems = useProblems(values)
  const refused = apiFieldErrors(request.error)
  const isComplete = FIELDS.every((field) => problems[field] === undefined)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isComplete) request.mutate(values)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`enterprise.${field}`)}
            required
            {...FACTS[field]}
            maxLength={MAX_APPLICANT_LENGTH}
            value={draft[field]}
            error={(left.has(field) ? problems[field] : undefined) ?? refused?.[field]}
            onChange={({ currentTarget: { value } }) => setDraft({ ...draft, [field]: value })}
            onBlur={() => draft[field] !== '' && setLeft(new Set([...left, field]))}
          />
        ))}
        <Group gap="xs">
          <SaveButton label={t('enterprise.request')} isSaving={request.isPending} isDisabled={!isComplete} />
          <Button
            variant="default"
            disabled={request.isPending}
            onClick={() => {
              setDraft(EMPTY)
              setLeft(new Set())
            }}
          >
            {t('enterprise.clear')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useLicenseRequest() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: LicenseRequest) => call(requestLicense, { body }),
    succeeded: () => ({ title: t('ui.toast.done'), text: t('enterprise.requested') }),
    failed: (_, status, error) =>
      apiFieldErrors(error) === undefined
        ? { title: t('enterprise.requestFailed.title'), text: t('enterprise.requestFailed', { status }) }
        : undefined,
    changes: [LICENSE_KEY],
  })
}

/** Why a value cannot be sent, by field. */
function useProblems(values: LicenseRequest): Readonly<Record<Field, string | undefined>> {
  const t = useText()
  const required = (field: Field) => (values[field] === '' ? t('enterprise.required') : undefined)
  return {
    first_name: required('first_name'),
    last_name: required('last_name'),
    company: required('company'),
    email: required('email') ?? (EMAIL.test(values.email) ? undefined : t('enterprise.email.invalid')),
    phone: required('phone') ?? (PHONE.test(values.phone) ? undefined : t('enterprise.phone.invalid')),
  }
}

const oneSpaced = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

const spaced = (draft: LicenseRequest): LicenseRequest => ({
  first_name: oneSpaced(draft.first_name),
  last_name: oneSpaced(draft.last_name),
  company: oneSpaced(draft.company),
  email: oneSpaced(draft.email),
  phone: oneSpaced(draft.phone),
})
