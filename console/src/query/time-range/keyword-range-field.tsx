import { Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { keywordQuery } from './range-queries.ts'
import { useIntervalText } from './use-range-text.ts'

interface KeywordRangeFieldProps {
  readonly keyword: string
  readonly onChange: (keyword: string) => void
  /** Whether the server understands the keyword, as far as that is known. */
  readonly onVerdict: (isFine: boolean) => void
}

const PAUSE_MS = 250

/** A range in natural language, with the interval that it currently stands for. */
export function KeywordRangeField({ keyword, onChange, onVerdict }: KeywordRangeFieldProps) {
  const t = useText()
  const intervalText = useIntervalText()
  const [asked] = useDebouncedValue(keyword.trim(), PAUSE_MS)
  const preview = useQuery({
    ...keywordQuery(useCall(), asked),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isEmpty = keyword.trim() === ''
  const isUnknown = preview.error instanceof ApiError && preview.error.status === 422
  const isRefused = !isEmpty && isUnknown && asked === keyword.trim()
  useEffect(() => onVerdict(!isRefused), [onVerdict, isRefused])
  useFailureToast(isUnknown ? null : preview.error, 'search.range.previewFailed')
  const error = isEmpty ? t('search.range.keywordEmpty') : isRefused ? t('search.range.keywordUnknown') : undefined
  return (
    <>
      <TextInput
        data-autofocus
        label={t('search.range.keyword.label')}
        description={t('search.range.keyword.help')}
        placeholder={t('search.range.keyword.placeholder')}
        value={keyword}
        error={error}
        autoComplete="off"
        translate="no"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Text size="sm" mt="md" aria-live="polite">
        {error === undefined &&
          preview.data !== undefined &&
          t('search.range.preview', { interval: intervalText(preview.data) })}
      </Text>
    </>
  )
}
