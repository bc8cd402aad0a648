/** How long tests wait for whole pages, on a machine that runs other work too. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 10_000 })
