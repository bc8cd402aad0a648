import { useMemo } from 'react'
import { withFormulas } from '../../view-document/model/formulas.ts'
import { AggregationView, type AggregationViewProps } from './aggregation-view.tsx'

/** An aggregation with its formulas as further series, which are never stored as series. */
export function CalculatedView({ widget, result, onConfig, ...props }: AggregationViewProps) {
  const [shown, calculated] = useMemo(() => withFormulas(widget, result), [widget, result])
  const { series } = widget.config
  return (
    <AggregationView
      {...props}
      widget={shown}
      result={calculated}
      onConfig={onConfig && ((config) => onConfig({ ...config, series }))}
    />
  )
}
