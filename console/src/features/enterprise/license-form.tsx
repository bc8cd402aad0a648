import {
  EMAIL_PATTERN,
  type LicenseRequest,
  MAX_APPLICANT_LENGTH,
  requestLicense,
} from '@logyard/contract/license/license'
import { Box, Button, TextInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { isAtFields } from '../../ui/form/api-field-errors.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { useEntityForm } from '../../ui/form/use-entity-form.ts'
import { LICENSE_KEY } from './license-queries.ts'

const EMPTY: LicenseRequest = { first_name: '', last_name: '', company: '', email: '', phone: '' }
export const FIELDS = ['first_name', 'last_name', 'company', 'email', 'phone'] as const

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
  const request = useLicenseRequest()
  const form = useEntityForm({
    isNew: true,
    initial: EMPTY,
    labels: Object.fromEntries(FIELDS.map((field) => [field, t(`enterprise.${field}`)])),
    problems(draft) {
      const values = spaced(draft)
      const required = (field: keyof LicenseRequest) => values[field] === '' && t('enterprise.required')
      return {
        first_name: required('first_name'),
        last_name: required('last_name'),
        company: required('company'),
        email: required('email') || (!EMAIL.test(values.email) && t('enterprise.email.invalid')),
        phone: required('phone') || (!PHONE.test(values.phone) && t('enterprise.phone.invalid')),
      }
    },
    save: (draft) => request.mutateAsync(spaced(draft)),
  })
  const clear = (
    <Button variant="default" disabled={form.isSaving} onClick={() => form.reset(EMPTY)}>
      {t('enterprise.clear')}
    </Button>
  )
  return (
    <Box maw={480}>
      <EntityForm form={form} saveLabel={t('enterprise.request')} actions={clear}>
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`enterprise.${field}`)}
            required
            {...FACTS[field]}
            maxLength={MAX_APPLICANT_LENGTH}
            {...form.text(field)}
          />
        ))}
      </EntityForm>
    </Box>
  )
}

const useLicenseRequest = () =>
  useAction({
    run: (call, body: LicenseRequest) => call(requestLicense, { body }),
    texts: 'enterprise.request',
    changes: [LICENSE_KEY],
    isShown: isAtFields,
  })

const oneSpaced = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

const spaced = (draft: LicenseRequest): LicenseRequest => ({
  first_name: oneSpaced(draft.first_name),
  last_name: oneSpaced(draft.last_name),
  company: oneSpaced(draft.company),
  email: oneSpaced(draft.email),
  phone: oneSpaced(draft.phone),
})
