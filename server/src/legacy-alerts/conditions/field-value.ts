import { Type } from 'typebox'
import { LogyardError } from '../../platform/errors.ts'
import type { MeasureFunction } from '../../search/measures/measures.ts'
import { choiceField, commonFields, fieldField, thresholdField, timeField } from './common-fields.ts'
import {
  type ConditionCheck,
  commonProperties,
  conditionType,
  decimalThreshold,
  graceText,
  lastMinutes,
  MAX_CONDITION_FIELD,
  minutes,
} from './condition-type.ts'

const AGGREGATIONS = {
  MEAN: 'mean value',
  MIN: 'min value',
  MAX: 'max value',
  SUM: 'sum',
  STDDEV: 'standard deviation',
} as const
type Aggregation = keyof typeof AGGREGATIONS

const FUNCTIONS: Readonly<Record<Aggregation, MeasureFunction>> = {
  MEAN: 'avg',
  MIN: 'min',
  MAX: 'max',
  SUM: 'sum',
  STDDEV: 'stddev',
}

/** At most three digits after the point. */
const numberFormat = new Intl.NumberFormat('en', {
  maximumFractionDigits: 3,
  useGrouping: false,
  roundingMode: 'halfEven',
})

export const fieldValue = conditionType({
  info: {
    type: 'field_value',
    name: 'Field Aggregation Alert Condition',
    human_name: 'Triggers when an aggregated value of a field in a time range is above or below a threshold',
    requested_configuration: {
      field: fieldField,
      time: timeField,
      threshold_type: choiceField(
        'Threshold Type',
        'The side of the threshold on which a value triggers an alert',
        'HIGHER',
        {
          LOWER: 'lower',
          HIGHER: 'higher',
        },
      ),
      threshold: thresholdField,
      type: choiceField('Aggregation Type', 'How the values of the field are aggregated', 'MAX', AGGREGATIONS),
      ...commonFields,
    },
    link_to_docs: '',
  },
  schema: Type.Object({
    field: Type.String({ minLength: 1, maxLength: MAX_CONDITION_FIELD }),
    time: minutes,
    threshold_type: Type.Enum(['LOWER', 'HIGHER']),
    threshold: decimalThreshold,
    type: Type.Enum(['MEAN', 'MIN', 'MAX', 'SUM', 'STDDEV']),
    ...commonProperties,
  }),
  upperCase: ['threshold_type', 'type'],
  range: lastMinutes,
  async check(parameters, check) {
    const { field, time, threshold, threshold_type, type } = parameters
    const value = await measuredValue(field, FUNCTIONS[type], check)
    if (!Number.isFinite(value)) return undefined
    const isMet = threshold_type === 'HIGHER' ? value > threshold : value < threshold
    if (!isMet) return undefined
    return `Field ${field} had a ${type} of ${numberFormat.format(value)} in the last ${time} minutes with trigger condition ${threshold_type} than ${numberFormat.format(threshold)}. ${graceText(parameters)}`
  },
})

/** Not a number if there are no numbers: the sum of no numbers triggers nothing either. */
async function measuredValue(
  field: string,
  name: MeasureFunction,
  { measures, selection, options }: ConditionCheck,
): Promise<number> {
  const series = [{ id: 'value', function: name, field }, { id: 'least', function: 'min', field } as const]
  try {
    const [group] = await measures.groups(selection, { fields: [], series, limit: 1 }, options)
    return Number.isNaN(group?.values.get('least') ?? Number.NaN)
      ? Number.NaN
      : (group?.values.get('value') ?? Number.NaN)
  } catch (error) {
    if (isNotNumeric(error)) return Number.NaN
    throw error
  }
}

const isNotNumeric = (error: unknown): boolean =>
  error instanceof LogyardError && (error.code === 'search-type-refused' || error.code === 'field-not-sortable')
