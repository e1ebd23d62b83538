import { Component, type ReactNode } from 'react';

interface ChartBoundaryProps {
  /** Shown instead of a chart that could not be rendered. */
  fallback: ReactNode;
  children: ReactNode;
}

/** A chart that fails does not affect the rest of the dashboard. */
export class ChartBoundary extends Component<ChartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
