/* An array of structs that are moved step by step, as in structs.cu. */
#define STEPS 8

typedef struct {
    float x, y, vx, vy;
    int bounces;
} Ball;

static Ball balls[N];

static void move(Ball *ball)
{
    ball->vy -= 0.125f;
    ball->x += ball->vx;
    ball->y += ball->vy;
    if (ball->y < 0.0f) {
        ball->y = -ball->y;
        ball->vy = -ball->vy;
        ++ball->bounces;
    }
}

void prepare(void)
{
    for (int i = 0; i < N; ++i) {
        balls[i].x = (float)(i % 640);
        balls[i].y = (float)(i % 48) * 0.25f;
        balls[i].vx = (float)(i % 5) - 2.0f;
        balls[i].vy = 0.0f;
        balls[i].bounces = 0;
    }
    for (int step = 0; step < STEPS; ++step)
        for (int i = 0; i < N; ++i)
            move(&balls[i]);
}

void kernel(void)
{
    for (int i = 0; i < N; ++i)
        move(&balls[i]);
}

double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < N; ++i) {
        Ball ball = balls[i];
        sum += ball.x + ball.y + ball.bounces;
    }
    return sum;
}
