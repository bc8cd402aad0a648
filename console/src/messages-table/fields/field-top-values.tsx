import type { FieldStatistics } from '@logyard/contract/search/field-insights'
import { Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import { fieldTerm } from '../../view-document/actions/query-composition.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { useFormatValue } from './field-format.ts'
import classes from './fields.module.css'

/** Smaller shares would be rounded to zero. */
const SMALLEST_SHARE = 0.001

/** The most frequent values with their number and share; each can be filtered in or out. */
export function FieldTopValues({ figures }: { figures: FieldStatistics }) {
  const t = useText()
  const { addToQuery, excludeFromQuery } = useSearchActions()
  const { typeOf } = useFieldTypes()
  const format = useFormatValue()
  const { field, top, with_field: withField, distinct } = figures
  const type = typeOf(field)
  return (
    <div>
      <Dimmed size="xs">
        {distinct > top.length
          ? t('fields.stats.topOf', { shown: top.length, count: distinct })
          : t('fields.stats.distinct', { count: distinct })}
      </Dimmed>
      <ul className={classes['values']}>
        {top.map(({ value, count }) => {
          const term = fieldTerm(field, value, type)
          const text = format(value, type)
          const shown = text.trim() === '' ? t('fields.emptyValue') : text
          const share = Math.min(1, count / withField)
          return (
            <li key={value}>
              <Text span inherit truncate ff="monospace" title={text} translate="no">
                {shown}
              </Text>
              <span className={classes['share']}>
                {share < SMALLEST_SHARE ? t('fields.stats.few', { count }) : t('fields.stats.share', { count, share })}
              </span>
              <FilterButton label={t('fields.stats.filterIn', { value: shown })} onClick={() => addToQuery(term)}>
                <IconPlus size={14} />
              </FilterButton>
              <FilterButton
                label={t('fields.stats.filterOut', { value: shown })}
                onClick={() => excludeFromQuery(term)}
              >
                <IconMinus size={14} />
              </FilterButton>
              <span className={classes['shareBar']} style={{ width: `${share * 100}%` }} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function FilterButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ToolButton
      label={label}
      size={24}
      color="spruce"
      onClick={({ currentTarget }) => {
        // The button disappears with its value: keep the focus in the statistics.
        currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus()
        onClick()
      }}
    >
      {children}
    </ToolButton>
  )
}
