import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

interface RegistrationsChartProps {
  /** Months, oldest first; `month` is the label on the axis. */
  months: readonly { month: string; count: number }[];
  label: string;
}

const AXIS = { stroke: 'var(--color-line)', tick: { fill: 'var(--color-muted)', fontSize: 12 } };

export function RegistrationsChart({ months, label }: RegistrationsChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={months} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} aria-label={label}>
        <CartesianGrid stroke="var(--color-line)" strokeDasharray="3 3" />
        <XAxis dataKey="month" tickLine={false} minTickGap={12} {...AXIS} />
        <YAxis allowDecimals={false} tickLine={false} width={40} {...AXIS} />
        <Tooltip
          separator=": "
          cursor={{ fill: 'var(--color-muted)', opacity: 0.12 }}
          contentStyle={{
            background: 'var(--color-surface)',
            border: '1px solid var(--color-line)',
            borderRadius: 8,
          }}
          labelStyle={{ color: 'var(--color-ink)', fontWeight: 600 }}
          itemStyle={{ color: 'var(--color-ink)' }}
        />
        <Bar
          dataKey="count"
          name="Registrations"
          fill="var(--color-chart-bar)"
          radius={[4, 4, 0, 0]}
          maxBarSize={48}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}
