import { Component, type ReactNode } from 'react'
import { ErrorPage } from '../pages/error-page.tsx'

interface Props {
  children: ReactNode
}

/** React tells of a failed render to a class only. Its owner gives it the route as key: going elsewhere clears it. */
export class ErrorBoundary extends Component<Props, { failure: string | undefined }> {
  override state = { failure: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    const { failure } = this.state
    return failure === undefined ? this.props.children : <ErrorPage failure={failure} />
  }
}
