import { useEffect } from 'react'
import { useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { type AlertView, viewOf } from './alert-queries.ts'

/** The view that the address names. An address without one is completed, so that a filter does not change the view. */
export function useAlertView(): AlertView {
  const values = useQueryValues()
  const setValues = useSetQueryValues()
  const view = viewOf(values)
  const isNamed = values.get('state') === view
  useEffect(() => {
    if (!isNamed) setValues({ state: view }, { replace: true })
  }, [isNamed, view, setValues])
  return view
}
