import { Component, type ReactNode } from 'react';

interface ChartBoundaryProps {
  /** Stands in for a chart that could not be fetched or drawn. */
  fallback: ReactNode;
  children: ReactNode;
}

/** A chart that fails takes nothing else of the dashboard with it. */
export class ChartBoundary extends Component<ChartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
