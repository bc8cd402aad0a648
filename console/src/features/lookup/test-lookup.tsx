import type { LookupResult } from '@logyard/contract/lookup/lookup-result'
import { queryLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import classes from './lookup.module.css'
import { resultText } from './result-text.ts'

interface TestLookupProps {
  readonly help: string
  readonly lookUp: (key: string) => Promise<LookupResult>
  /** The title of the toast. */
  readonly failed: (key: string) => string
}

/** Looks up one key and shows the whole result. */
export function TestLookup({ help, lookUp, failed }: TestLookupProps) {
  const t = useText()
  const notify = useNotify()
  const mayRead = useMay()(queryLookupTable)
  const [key, setKey] = useState('')
  const test = useMutation({
    mutationFn: lookUp,
    onError: (error, tried) =>
      notify.error(t('lookup.toast.lookupFailed', { status: statusText(error) }), failed(tried)),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (key !== '') test.mutate(key)
  }
  return (
    <FormSection title={t('lookup.test')} description={help}>
      <form onSubmit={submit} noValidate aria-label={t('lookup.test')}>
        <Stack gap="sm">
          <div className={classes['keyLine']}>
            <TextInput
              label={t('lookup.key')}
              required
              autoComplete="off"
              spellCheck={false}
              translate="no"
              disabled={!mayRead}
              value={key}
              onChange={({ currentTarget }) => setKey(currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={test.isPending} disabled={key === '' || !mayRead}>
              {t('lookup.lookUp')}
            </Button>
          </div>
          {test.data !== undefined && <Result result={test.data} />}
        </Stack>
      </form>
    </FormSection>
  )
}

function Result({ result }: { result: LookupResult }) {
  const t = useText()
  const isEmpty = result.single_value === null && result.multi_value === null && result.string_list_value === null
  return (
    <div role="status">
      {isEmpty && !result.has_error && (
        <Text size="sm" mb={4}>
          {t('lookup.result.empty')}
        </Text>
      )}
      {result.has_error && (
        <Text size="sm" mb={4} c="var(--ly-bad-text)">
          {t('lookup.result.error')}
        </Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes['result']} translate="no" tabIndex={0} aria-label={t('lookup.result')}>
        {resultText(result)}
      </section>
    </div>
  )
}
