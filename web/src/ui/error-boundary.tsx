import { Component, type ReactNode } from 'react'
import { ErrorPage } from './message-page.tsx'

/**
 * React reports a failed render only to a class component. Its owner sets the route as key, so navigating
 * clears it.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: string | undefined }> {
  override state = { failure: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    const { failure } = this.state
    return failure === undefined ? this.props.children : <ErrorPage failure={failure} />
  }
}
